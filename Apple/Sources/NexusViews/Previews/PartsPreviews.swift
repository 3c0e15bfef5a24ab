#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct Parts_Previews: PreviewProvider {
        static var previews: some View {
            ErrorLine(error: PreviewServices().failure)
                .previewDisplayName("Error")
            PreviewApp { MediaViewerView(PreviewData.photo, in: PreviewData.direct, services: $0.services) }
                .previewDisplayName("Viewer")
        }
    }
#endif
