import NexusClient
import NexusCore
import SwiftUI

/// A message: sender, quote, text, attachments, reactions, time and status.
struct MessageBubbleView: View {
    let message: MessageRow
    let model: ChatViewModel
    @Binding var sheet: ChatSheet?
    @State private var isUnfolded = false

    var body: some View {
        VStack(alignment: message.isMine ? .trailing : .leading, spacing: 4) {
            if message.isFolded, !isUnfolded {
                FoldedMessage { isUnfolded = true }
            } else {
                content
            }
        }
        .accessibilityElement(children: .contain)
        .accessibilityLabel(message.isMine ? Text("You") : Text(verbatim: message.senderName))
    }

    @ViewBuilder private var content: some View {
        VStack(alignment: .leading, spacing: 6) {
            if let quote = message.quote { QuoteView(quote: quote) { await model.jump(to: quote.message) } }
            AttachmentsView(message: message, progress: model.uploads[message.id]) { sheet = .media($0) }
            MessageWords(message: message, showsSender: showsSender)
        }
        .padding(.horizontal, 12)
        .padding(.vertical, 8)
        .background(message.isMine ? Color.accentColor : Color.gray.opacity(0.2), in: .rect(cornerRadius: 18))
        .foregroundStyle(message.isMine ? Color.white : Color.primary)
        ReactionsView(message: message) { await model.react($0, to: message) }
        if let refusal = message.refusal { FailedNote(refusal: refusal) }
    }

    private var showsSender: Bool {
        !message.isMine && !message.isContinuation && model.header?.kind == .group
    }
}

/// The message of a blocked person, until the reader asks for it.
struct FoldedMessage: View {
    let unfold: () -> Void

    var body: some View {
        Button("Message of a blocked person. Show it", systemImage: "eye.slash") { unfold() }
            .buttonStyle(.bordered)
    }
}

/// Why a message was not sent. A tap on the message tries again.
struct FailedNote: View {
    let refusal: Refusal

    var body: some View {
        Label {
            Text("Not sent. \(refusal.message) Tap the message to try again.")
        } icon: {
            Image(systemName: "exclamationmark.circle.fill")
        }
        .font(.caption)
        .foregroundStyle(.red)
    }
}
