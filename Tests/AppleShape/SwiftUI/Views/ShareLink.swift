import Foundation

@available(iOS 16, macOS 13, *)
public struct ShareLink<Data: RandomAccessCollection, PreviewImage, PreviewIcon, Label: View>: _PrimitiveView, Shown
where Data.Element: Transferable {
    let label: Label

    func nodes(in context: HostContext) -> [HostNode] {
        var node = HostNode(.button, label: context.child("label").show(label).spokenLabel)
        node.isDisabled = !context.environment.isEnabled
        node.identity = context.path
        return [node]
    }
}

@available(iOS 16, macOS 13, *)
extension ShareLink where PreviewImage == Never, PreviewIcon == Never {
    public init(
        item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<URL> { self.label = label() }

    public init(
        item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<String> { self.label = label() }
}
