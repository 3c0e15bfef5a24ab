import Foundation

@available(iOS 13, macOS 10.15, *)
public struct VStack<Content: View>: _PrimitiveView, Shown {
    let content: Content
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { self.content = content() }
    func nodes(in context: HostContext) -> [HostNode] { context.show(content) }
}

@available(iOS 13, macOS 10.15, *)
public struct HStack<Content: View>: _PrimitiveView, Shown {
    let content: Content
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { self.content = content() }
    func nodes(in context: HostContext) -> [HostNode] { context.show(content) }
}

@available(iOS 13, macOS 10.15, *)
public struct ZStack<Content: View>: _PrimitiveView, Shown {
    let content: Content
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) { self.content = content() }
    func nodes(in context: HostContext) -> [HostNode] { context.show(content) }
}

@available(iOS 14, macOS 11, *)
public struct LazyVStack<Content: View>: _PrimitiveView, Shown {
    let content: Content
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = PinnedScrollableViews(), @ViewBuilder content: () -> Content
    ) { self.content = content() }
    func nodes(in context: HostContext) -> [HostNode] { context.show(content) }
}

@available(iOS 14, macOS 11, *)
public struct PinnedScrollableViews: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
}

@available(iOS 14, macOS 11, *)
public struct LazyVGrid<Content: View>: _PrimitiveView, Shown {
    let content: Content
    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = PinnedScrollableViews(), @ViewBuilder content: () -> Content
    ) { self.content = content() }
    func nodes(in context: HostContext) -> [HostNode] { context.show(content) }
}

@available(iOS 14, macOS 11, *)
public struct GridItem: Sendable {
    public enum Size: Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }
    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {}
}

@available(iOS 13, macOS 10.15, *)
public struct Spacer: _PrimitiveView, Shown {
    public init(minLength: CGFloat? = nil) {}
    func nodes(in context: HostContext) -> [HostNode] { [] }
}

@available(iOS 13, macOS 10.15, *)
public struct Divider: _PrimitiveView, Shown {
    public init() {}
    func nodes(in context: HostContext) -> [HostNode] { [] }
}

@available(iOS 13, macOS 10.15, *)
public struct ScrollView<Content: View>: _PrimitiveView, Shown {
    public var content: Content
    @available(iOS 13, macOS 10.15, *)
    public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) { self.content = content() }
    func nodes(in context: HostContext) -> [HostNode] { context.show(content) }
}

@available(iOS 16, macOS 13, *)
public struct ViewThatFits<Content: View>: _PrimitiveView, Shown {
    let content: Content
    public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.content = content()
    }
    func nodes(in context: HostContext) -> [HostNode] {
        // The host has room for the first.
        if let tuple = content as? any FirstOfMany { return context.child("0").show(tuple.first) }
        return context.show(content)
    }
}

@MainActor
protocol FirstOfMany { var first: any View { get } }

@available(iOS 13, macOS 10.15, *)
extension TupleView: FirstOfMany { var first: any View { views.first ?? EmptyView() } }
