#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct SettingsView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp { SettingsView(model: $0) }
                .previewDisplayName("Signed in")
        }
    }
#endif
