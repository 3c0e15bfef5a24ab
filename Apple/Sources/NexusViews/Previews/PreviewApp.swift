#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    /// A screen in the surroundings of the app, over scripted services.
    struct PreviewApp<Content: View>: View {
        @State private var model: AppModel
        private let content: (AppModel) -> Content

        init(
            _ services: PreviewServices = PreviewServices(), devices: AppDevices? = nil,
            @ViewBuilder content: @escaping (AppModel) -> Content
        ) {
            _model = State(
                initialValue: AppModel(services, devices: devices ?? .preview(), clock: PreviewClock()))
            self.content = content
        }

        var body: some View {
            NavigationStack { content(model) }
                .environment(model)
                .environment(model.router)
                .environment(\.now, PreviewData.time(120).date)
                .environment(\.passkeys, PreviewPasskeys())
                .task { await model.run() }
        }
    }
#endif
