/// States of a screen, for the canvas of Xcode and for the snapshots of the host.
@available(iOS 13, macOS 10.15, *)
@MainActor @preconcurrency
public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

@available(iOS 13, macOS 10.15, *)
extension View {
    public func previewDisplayName(_ value: String?) -> some View {
        var hosted = looks()
        hosted.facts.previewName = value
        return hosted
    }
}

/// The states of a screen by name.
@_spi(Host) @MainActor
public struct PreviewStates {
    /// A state: its name, and the view that shows it.
    public let states: [(name: String, view: AnyView)]

    public init<P: PreviewProvider>(_ provider: P.Type) {
        let previews = P.previews
        let views = (previews as? any ManyViews)?.views ?? [previews]
        states = views.enumerated().map { index, view in
            (HostFacts(of: view).previewName ?? "\(index + 1)", AnyView(view))
        }
    }
}
