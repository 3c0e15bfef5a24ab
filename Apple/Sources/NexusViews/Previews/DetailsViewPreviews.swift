#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct DetailsView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp { DetailsView(PreviewData.group, services: $0.services) }
                .previewDisplayName("Group")
            PreviewApp { DetailsView(PreviewData.direct, services: $0.services) }
                .previewDisplayName("Direct")
            PreviewApp { PersonView(PreviewData.ben.id, services: $0.services) }
                .previewDisplayName("Person")
        }
    }
#endif
