#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct ConversationListView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp { ConversationListView(model: $0.conversations) }
                .previewDisplayName("Conversations")
            PreviewApp(PreviewServices(talks: [])) { ConversationListView(model: $0.conversations) }
                .previewDisplayName("Empty")
            PreviewApp(PreviewServices(talks: [.direct.writing("Hello?", refused: .previewed)])) {
                ConversationListView(model: $0.conversations)
            }
            .previewDisplayName("Not sent")
            PreviewApp { ConversationListView(model: $0.conversations.filtered(by: "zebra")) }
                .previewDisplayName("Nothing found")
        }
    }

    extension ConversationListViewModel {
        func filtered(by text: String) -> ConversationListViewModel {
            filter = text
            return self
        }
    }

    extension Refusal {
        static let previewed = Refusal(.forbidden, "You may not write here.")
    }
#endif
