#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct RemindersView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp { _ in RemindersView() }
                .previewDisplayName("None")
            PreviewApp(PreviewServices(reminders: PreviewData.reminders)) { _ in RemindersView() }
                .previewDisplayName("Reminders")
            PreviewApp(PreviewServices(insights: PreviewData.insights, reminders: PreviewData.reminders)) {
                InsightsView(services: $0.services)
            }
            .previewDisplayName("On insights")
            PreviewApp(PreviewServices(reminders: PreviewData.reminders)) { ReminderBanner(model: $0.reminders) }
                .previewDisplayName("Banner")
            PreviewApp { _ in ReminderTimeView(insight: InsightID(high: 1, low: 1)) }
                .previewDisplayName("Any time")
        }
    }
#endif
