#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct YourDataView_Previews: PreviewProvider {
        static var previews: some View {
            state(ExportState(), DeletionState())
                .previewDisplayName("Nothing begun")
            state(ExportState(.making, done: 3, total: 12), DeletionState())
                .previewDisplayName("Copy being made")
            state(
                ExportState(
                    .ready, id: ExportID(high: 1, low: 1), bytes: 2_400_000, expiresAt: PreviewData.time(1_440)),
                DeletionState(deletesAt: PreviewData.time(20_160))
            )
            .previewDisplayName("Copy ready, deletion scheduled")
            state(ExportState(.failed, message: "The server has no space left."), DeletionState())
                .previewDisplayName("Copy failed")
            PreviewApp { YourDataView(model: $0.settings.leaving) }
                .previewDisplayName("Offline")
            PreviewApp { DeleteAccountView(model: $0.settings.leaving) }
                .previewDisplayName("Delete account")
        }

        private static func state(_ export: ExportState, _ deletion: DeletionState) -> some View {
            PreviewApp(PreviewServices(export: export, deletion: deletion)) {
                YourDataView(model: $0.settings.leaving)
            }
        }
    }
#endif
