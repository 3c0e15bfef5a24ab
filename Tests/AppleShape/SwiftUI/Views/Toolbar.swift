@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency
public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Body { get }
}

@available(iOS 14, macOS 11, *)
extension Never: ToolbarContent {}

/// What a toolbar shows.
@MainActor
protocol ToolbarShown { func nodes(in context: HostContext) -> [HostNode] }

@available(iOS 14, macOS 11, *)
@MainActor @resultBuilder
public enum ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: ToolbarContent>(
        _ content: repeat each Content
    ) -> _ToolbarGroup {
        var items: [any ToolbarContent] = []
        repeat items.append(each content)
        return _ToolbarGroup(items: items)
    }
    @available(iOS 16, macOS 13, *)
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> _ToolbarGroup {
        _ToolbarGroup(items: content.map { [$0] } ?? [])
    }
    @available(iOS 16, macOS 13, *)
    public static func buildEither<Content: ToolbarContent>(first: Content) -> _ToolbarGroup {
        _ToolbarGroup(items: [first])
    }
    @available(iOS 16, macOS 13, *)
    public static func buildEither<Content: ToolbarContent>(second: Content) -> _ToolbarGroup {
        _ToolbarGroup(items: [second])
    }
}

@available(iOS 14, macOS 11, *)
public struct _ToolbarGroup: ToolbarContent, ToolbarShown {
    let items: [any ToolbarContent]
    public var body: Never { return fatalError("The host shows a toolbar itself") }

    func nodes(in context: HostContext) -> [HostNode] {
        items.enumerated().flatMap { index, item in context.child("\(index)").show(toolbar: item) }
    }
}

@available(iOS 14, macOS 11, *)
public struct ToolbarItem<ID, Content: View>: ToolbarContent, ToolbarShown {
    let content: Content
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) where ID == () {
        self.content = content()
    }
    public var body: Never { return fatalError("The host shows a toolbar itself") }
    func nodes(in context: HostContext) -> [HostNode] { context.show(content) }
}

@available(iOS 14, macOS 11, *)
public struct ToolbarItemGroup<Content: View>: ToolbarContent, ToolbarShown {
    let content: Content
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
    public var body: Never { return fatalError("The host shows a toolbar itself") }
    func nodes(in context: HostContext) -> [HostNode] { context.show(content) }
}

@available(iOS 14, macOS 11, *)
public struct ToolbarItemPlacement: Sendable {
    public static let automatic = ToolbarItemPlacement()
    public static let principal = ToolbarItemPlacement()
    public static let navigation = ToolbarItemPlacement()
    public static let primaryAction = ToolbarItemPlacement()
    public static let secondaryAction = ToolbarItemPlacement()
    public static let cancellationAction = ToolbarItemPlacement()
    public static let confirmationAction = ToolbarItemPlacement()
    public static let destructiveAction = ToolbarItemPlacement()
    #if !APPLE_SHAPE_MAC
        public static let keyboard = ToolbarItemPlacement()
        public static let topBarLeading = ToolbarItemPlacement()
        public static let topBarTrailing = ToolbarItemPlacement()
        public static let bottomBar = ToolbarItemPlacement()
    #endif
}
