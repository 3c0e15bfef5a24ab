@available(iOS 16, macOS 13, *)
public struct NavigationStack<Data, Root: View>: _PrimitiveView, Shown {
    let path: StackPath
    let root: Root

    public init(@ViewBuilder root: () -> Root) where Data == NavigationPath { (path, self.root) = (.own, root()) }

    public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
        self.root = root()
        self.path = StackPath(
            elements: { path.wrappedValue.map { AnyHashable($0) } },
            push: { value in if let value = value.base as? Data.Element { path.wrappedValue.append(value) } },
            pop: { _ = path.wrappedValue.popLast() })
    }

    func nodes(in context: HostContext) -> [HostNode] {
        var inner = context
        let controller = NavigationController(path.resolved(in: context))
        inner.navigation = controller
        inner.select = nil
        let rootNodes = inner.child("root").show(root)
        let elements = controller.path.elements()
        var shown = rootNodes
        for (depth, element) in elements.enumerated() {
            // Covered screens stay alive, as on a device: their tasks go on.
            shown =
                controller.destination(of: element, in: inner.child("\(depth)[\(element)]"))
                ?? [HostNode(.text, label: "No destination for \(type(of: element.base))")]
        }
        guard !elements.isEmpty else { return rootNodes }
        var back = HostNode(.button, label: "Back")
        back.press = { controller.path.pop() }
        back.identity = context.path + ".back"
        return [back] + shown
    }
}

@available(iOS 16, macOS 13, *)
public struct NavigationPath { var elements: [AnyHashable] = [] }

/// How the host reads and changes the path of a stack.
@MainActor
struct StackPath {
    var elements: @MainActor () -> [AnyHashable]
    var push: @MainActor (AnyHashable) -> Void
    var pop: @MainActor () -> Void
    var isOwn = false

    nonisolated static var own: StackPath {
        StackPath(elements: { [] }, push: { _ in }, pop: {}, isOwn: true)
    }

    nonisolated init(
        elements: @escaping @MainActor () -> [AnyHashable], push: @escaping @MainActor (AnyHashable) -> Void,
        pop: @escaping @MainActor () -> Void, isOwn: Bool = false
    ) { (self.elements, self.push, self.pop, self.isOwn) = (elements, push, pop, isOwn) }

    /// A stack without a binding keeps its path itself.
    func resolved(in context: HostContext) -> StackPath {
        guard isOwn else { return self }
        let location = context.host.location(context.path + ".stack", [AnyHashable]())
        return StackPath(
            elements: { location.value },
            push: {
                location.value.append($0)
                location.changed()
            },
            pop: {
                _ = location.value.popLast()
                location.changed()
            })
    }
}

/// The destinations that the screens of a stack declare.
@MainActor
final class NavigationController {
    let path: StackPath
    var destinations: [(AnyHashable) -> (any View)?] = []

    init(_ path: StackPath) { self.path = path }

    func destination(of element: AnyHashable, in context: HostContext) -> [HostNode]? {
        for destination in destinations { if let view = destination(element) { return context.show(view) } }
        return nil
    }
}

@available(iOS 16, macOS 13, *)
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: _PrimitiveView, Shown {
    let sidebar: Sidebar
    let content: Content
    let detail: Detail

    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) where Content == EmptyView { (self.sidebar, content, self.detail) = (sidebar(), EmptyView(), detail()) }

    public init(
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
    ) where Content == EmptyView { (self.sidebar, content, self.detail) = (sidebar(), EmptyView(), detail()) }

    func nodes(in context: HostContext) -> [HostNode] {
        [("sidebar", AnyView(sidebar)), ("detail", AnyView(detail))].map { name, view in
            var inner = context.child(name)
            inner.navigation = NavigationController(StackPath.own.resolved(in: inner))
            var node = HostNode(.column, label: name)
            node.children = inner.show(view)
            return node
        }
    }
}

@available(iOS 16, macOS 13, *)
public struct NavigationSplitViewVisibility: Equatable, Codable, Sendable {
    let name: String
    public static let automatic = NavigationSplitViewVisibility(name: "automatic")
    public static let all = NavigationSplitViewVisibility(name: "all")
    public static let doubleColumn = NavigationSplitViewVisibility(name: "doubleColumn")
    public static let detailOnly = NavigationSplitViewVisibility(name: "detailOnly")
}

@available(iOS 13, macOS 10.15, *)
public struct NavigationLink<Label: View, Destination: View>: _PrimitiveView, Shown {
    let value: AnyHashable?
    let label: Label

    func nodes(in context: HostContext) -> [HostNode] {
        let inner = context.child("label").show(label)
        var node = HostNode(.link, label: inner.spokenLabel)
        node.isDisabled = !context.environment.isEnabled || value == nil
        node.actions = inner.flatMap(\.actions)
        node.tag = value
        let (value, select, navigation) = (value, context.select, context.navigation)
        node.press = {
            guard let value else { return }
            if let select { select(value) } else { navigation?.path.push(value) }
        }
        node.identity = context.path
        return [node]
    }
}

@available(iOS 16, macOS 13, *)
extension NavigationLink where Destination == Never {
    public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
        (self.value, self.label) = (value.map { AnyHashable($0) }, label())
    }
    public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text {
        (self.value, label) = (value.map { AnyHashable($0) }, Text(titleKey))
    }
}

@available(iOS 13, macOS 10.15, *)
public struct TabView<SelectionValue: Hashable, Content: View>: _PrimitiveView, Shown {
    let selection: Binding<SelectionValue>?
    let content: Content

    public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
        (self.selection, self.content) = (selection, content())
    }

    func nodes(in context: HostContext) -> [HostNode] {
        let tabs = (content as? any ManyViews)?.views ?? [content]
        var nodes: [HostNode] = []
        var shown: [HostNode] = []
        for (index, view) in tabs.enumerated() {
            let facts = HostFacts(of: view)
            guard let tag = facts.tag?.base as? SelectionValue else { continue }
            var node = HostNode(.tab, label: facts.tabItem?(context.child("tab\(index)")).spokenLabel)
            node.value = facts.badge
            node.isSelected = selection?.wrappedValue == tag
            node.press = { selection?.wrappedValue = tag }
            node.identity = context.path + ".tab\(index)"
            nodes.append(node)
            if node.isSelected { shown = context.child("\(index)").show(view) }
        }
        return shown + nodes
    }
}

@MainActor
protocol ManyViews { var views: [any View] { get } }

@available(iOS 13, macOS 10.15, *)
extension TupleView: ManyViews {}
