#if DEBUG
    import SwiftUI

    /// Keeps a model as long as its preview is shown.
    struct PreviewHolder<Model, Content: View>: View {
        @State private var model: Model
        private let content: (Model) -> Content

        init(_ model: Model, @ViewBuilder content: @escaping (Model) -> Content) {
            _model = State(initialValue: model)
            self.content = content
        }

        var body: some View { content(model) }
    }
#endif
