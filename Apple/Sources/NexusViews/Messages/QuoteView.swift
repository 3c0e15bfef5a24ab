import NexusCore
import SwiftUI

/// The original of a reply. A tap goes there.
struct QuoteView: View {
    let quote: Quote
    let open: () async -> Void

    var body: some View {
        Button {
            Task { await open() }
        } label: {
            VStack(alignment: .leading) {
                if !quote.senderName.isEmpty { Text(verbatim: quote.senderName).font(.caption.bold()) }
                words.font(.caption).lineLimit(2)
            }
            .padding(.leading, 8)
            .overlay(alignment: .leading) { Rectangle().fill(.tint).frame(width: 3) }
        }
        .buttonStyle(.plain)
        .disabled(quote.state == .hidden || quote.state == .deleted)
        .accessibilityHint("Shows the original")
    }

    @ViewBuilder private var words: some View {
        switch quote.state {
        case .shown: Text(verbatim: quote.text)
        case .deleted: Text("Message deleted").italic()
        case .hidden: Text("You have deleted this message").italic()
        case .folded: Text("A message of a blocked person").italic()
        case .missing: Text("Loading the original").italic()
        }
    }
}
