import Foundation
import NexusClient
import NexusCore
import SwiftUI

/// What the composer replies to or edits.
struct ComposerContext: View {
    let model: ChatViewModel

    var body: some View {
        if let edited = model.editing {
            line("Edit message", edited)
        } else if let original = model.replyingTo {
            line("Reply to \(original.senderName)", original)
        }
    }

    private func line(_ title: LocalizedStringKey, _ message: MessageRow) -> some View {
        HStack {
            VStack(alignment: .leading) {
                Text(title).font(.caption.bold())
                Text(verbatim: message.text).font(.caption).lineLimit(1)
            }
            .accessibilityElement(children: .combine)
            Spacer()
            Button("Cancel", systemImage: "xmark") { model.cancelComposing() }.labelStyle(.iconOnly)
        }
    }
}

/// The members whose name is being typed.
struct MentionSuggestionsView: View {
    let model: ChatViewModel

    var body: some View {
        if let suggestions = model.composer.suggestions {
            ForEach(suggestions.people, id: \.user) { person in
                Button("Mention \(person.name)") { Task { await model.pick(person) } }
            }
        }
    }
}

/// The files that the next message will have.
struct ComposerAttachmentsView: View {
    let model: ChatViewModel

    var body: some View {
        ForEach(model.composer.attachments) { attachment in
            HStack {
                Label {
                    Text(verbatim: name(of: attachment))
                } icon: {
                    Image(systemName: "paperclip")
                }
                Spacer()
                Button("Remove \(name(of: attachment))", systemImage: "xmark.circle") {
                    model.removeAttachment(attachment.id)
                }
                .labelStyle(.iconOnly)
            }
            .font(.footnote)
        }
    }

    private func name(of attachment: ComposerAttachment) -> String {
        attachment.file.name ?? URL(fileURLWithPath: attachment.file.path).lastPathComponent
    }
}
