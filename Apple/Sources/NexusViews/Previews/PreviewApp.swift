#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    /// A screen in the surroundings of the app, over scripted services.
    struct PreviewApp<Content: View>: View {
        @State private var model: AppModel
        private let content: (AppModel) -> Content

        init(_ services: PreviewServices = PreviewServices(), @ViewBuilder content: @escaping (AppModel) -> Content) {
            _model = State(initialValue: AppModel(services))
            self.content = content
        }

        var body: some View {
            NavigationStack { content(model) }
                .environment(model)
                .environment(model.router)
                .environment(\.now, PreviewData.time(120).date)
                .task { await model.run() }
        }
    }
#endif
