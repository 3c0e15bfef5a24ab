#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct ChatView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp { ChatView(PreviewData.direct, services: $0.services) }
                .previewDisplayName("Direct")
            PreviewApp { ChatView(PreviewData.group, services: $0.services) }
                .previewDisplayName("Group with unread messages")
            PreviewApp(PreviewServices(talks: [.direct.empty])) {
                ChatView(PreviewData.direct, services: $0.services)
            }
            .previewDisplayName("Empty")
            PreviewApp(PreviewServices(talks: [.direct.writing("On my way")], report: .offline)) {
                ChatView(PreviewData.direct, services: $0.services)
            }
            .previewDisplayName("Waits for a connection")
            PreviewApp(PreviewServices(talks: [.direct.writing("Hello?", refused: .previewed)])) {
                ChatView(PreviewData.direct, services: $0.services)
            }
            .previewDisplayName("Not sent")
            PreviewApp(PreviewServices(talks: [.group.left])) {
                ChatView(PreviewData.group, services: $0.services)
            }
            .previewDisplayName("No longer a member")
            PreviewApp(PreviewServices(talks: [])) { ChatView(PreviewData.direct, services: $0.services) }
                .previewDisplayName("Cannot be opened")
        }
    }

    extension ConnectionReport {
        static let offline = ConnectionReport(phase: .offline, offlineSince: .zero, waiting: 1)
    }
#endif
