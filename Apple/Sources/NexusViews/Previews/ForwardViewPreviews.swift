#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct ForwardView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp { app in ForwardView(services: app.services) { _ in true } }
                .previewDisplayName("Conversations")
        }
    }
#endif
