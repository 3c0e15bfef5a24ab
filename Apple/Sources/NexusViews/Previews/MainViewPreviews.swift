#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct MainView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp { MainView(model: $0).environment(\.horizontalSizeClass, .compact) }
                .previewDisplayName("iPhone")
            PreviewApp { MainView(model: $0).environment(\.horizontalSizeClass, .regular) }
                .previewDisplayName("iPad")
            PreviewApp(PreviewServices(report: .offline)) { MainView(model: $0) }
                .previewDisplayName("Offline")
            PreviewApp(PreviewServices(arriving: [PreviewData.message(6, from: PreviewData.ben, "Lunch?")])) {
                MainView(model: $0)
            }
            .previewDisplayName("Banner")
        }
    }
#endif
