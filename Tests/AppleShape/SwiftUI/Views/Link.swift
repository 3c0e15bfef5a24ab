/// https://developer.apple.com/documentation/swiftui/link
@available(iOS 14, macOS 11, *)
public struct Link<Label: View>: _PrimitiveView, Shown {
    let destination: URL
    let label: Label

    public init(destination: URL, @ViewBuilder label: () -> Label) {
        (self.destination, self.label) = (destination, label())
    }

    func nodes(in context: HostContext) -> [HostNode] {
        var node = HostNode(.link, label: context.child("label").show(label).spokenLabel)
        node.value = destination.absoluteString
        node.identity = context.path
        return [node]
    }
}
