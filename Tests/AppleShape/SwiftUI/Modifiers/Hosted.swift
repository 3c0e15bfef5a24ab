/// A view with a modifier.
@available(iOS 13, macOS 10.15, *)
public struct _Hosted<Content: View>: _PrimitiveView, Shown {
    let content: Content
    var facts = HostFacts()
    let show: @MainActor (Content, HostContext) -> [HostNode]

    func nodes(in context: HostContext) -> [HostNode] { show(content, context) }
}

/// What a container asks of a view without showing it.
@MainActor
struct HostFacts {
    var tag: AnyHashable?
    var tabItem: ((HostContext) -> [HostNode])?
    var badge: String?
    var previewName: String?

    init() {}

    init(of view: any View) {
        guard let hosted = view as? any HasFacts else { return }
        let inner = HostFacts(of: hosted.inner)
        tag = hosted.facts.tag ?? inner.tag
        tabItem = hosted.facts.tabItem ?? inner.tabItem
        badge = hosted.facts.badge ?? inner.badge
        previewName = hosted.facts.previewName ?? inner.previewName
    }
}

@MainActor
protocol HasFacts {
    var facts: HostFacts { get }
    var inner: any View { get }
}

@available(iOS 13, macOS 10.15, *)
extension _Hosted: HasFacts { var inner: any View { content } }

@available(iOS 13, macOS 10.15, *)
extension View {
    /// Changes the environment of what it encloses.
    func hosted(in change: @escaping @MainActor (inout HostContext) -> Void) -> _Hosted<Self> {
        _Hosted(content: self) { content, context in
            var inner = context
            change(&inner)
            return inner.show(content)
        }
    }

    /// Changes the nodes of what it encloses.
    func hosted(nodes change: @escaping @MainActor ([HostNode], HostContext) -> [HostNode]) -> _Hosted<Self> {
        _Hosted(content: self) { content, context in change(context.show(content), context) }
    }

    /// Changes one node: several become an element that has them as children.
    func hosted(node change: @escaping @MainActor (inout HostNode, HostContext) -> Void) -> _Hosted<Self> {
        hosted(nodes: { nodes, context in
            var node = nodes.first ?? HostNode(.element)
            if nodes.count > 1 {
                node = HostNode(.element)
                node.children = nodes
                node.tag = nodes.compactMap(\.tag).first
            }
            node.identity = node.identity.isEmpty ? context.path : node.identity
            change(&node, context)
            return [node]
        })
    }

    /// Has no effect that can be read or heard.
    func looks() -> _Hosted<Self> { _Hosted(content: self) { content, context in context.show(content) } }
}

@available(iOS 13, macOS 10.15, *)
@MainActor @preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

@available(iOS 13, macOS 10.15, *)
public struct _ViewModifier_Content<Modifier: ViewModifier>: _PrimitiveView, Shown {
    let view: any View
    func nodes(in context: HostContext) -> [HostNode] { context.show(view) }
}

@available(iOS 13, macOS 10.15, *)
public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier
    public init(content: Content, modifier: Modifier) { (self.content, self.modifier) = (content, modifier) }
}

@available(iOS 13, macOS 10.15, *)
extension ModifiedContent: View, _PrimitiveView, Shown where Content: View, Modifier: ViewModifier {
    public typealias Body = Never
    func nodes(in context: HostContext) -> [HostNode] {
        let inner = context.child("\(Modifier.self)")
        inner.link(modifier)
        return inner.show(context.host.track { modifier.body(content: _ViewModifier_Content(view: content)) })
    }
}

@available(iOS 13, macOS 10.15, *)
extension View {
    public func modifier<T: ViewModifier>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}
