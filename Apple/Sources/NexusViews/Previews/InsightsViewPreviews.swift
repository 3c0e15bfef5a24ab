#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct InsightsView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp { InsightsView(services: $0.services) }
                .previewDisplayName("None")
            PreviewApp(PreviewServices(insights: PreviewData.insights)) { InsightsView(services: $0.services) }
                .previewDisplayName("Insights")
            PreviewApp(PreviewServices(insights: PreviewData.insights)) {
                ConversationActionItemsSheet(PreviewData.group, services: $0.services)
            }
            .previewDisplayName("Of a conversation")
        }
    }
#endif
