import NexusClient
import NexusCore
import SwiftUI

/// A message that an answer cites. A tap shows it in its conversation.
struct SourceMessageCard: View {
    @Environment(\.dismiss) private var dismiss
    @Environment(Router.self) private var router
    let citation: Citation

    var body: some View {
        Button {
            open()
        } label: {
            VStack(alignment: .leading, spacing: 4) {
                HStack {
                    Text(verbatim: citation.senderName).font(.caption.bold())
                    if !citation.title.isEmpty { Text(verbatim: citation.title).font(.caption) }
                    Spacer()
                    if let match = citation.match { Text("\(match)% match").font(.caption) }
                }
                excerpt.font(.subheadline).lineLimit(3)
                ListTimeText(time: citation.writtenAt).font(.caption2).foregroundStyle(.secondary)
            }
            .padding(10)
            .background(.quaternary, in: .rect(cornerRadius: 12))
        }
        .buttonStyle(.plain)
        .disabled(citation.state == .gone)
        .accessibilityHint("Shows the message in its conversation")
    }

    @ViewBuilder private var excerpt: some View {
        if citation.state == .gone {
            Text("This message is no longer there.").italic()
        } else {
            Text(verbatim: citation.excerpt)
        }
    }

    private func open() {
        Task {
            dismiss()
            // One change of the navigation a frame.
            await Task.yield()
            await router.open(citation.conversation, message: citation.message)
        }
    }
}
