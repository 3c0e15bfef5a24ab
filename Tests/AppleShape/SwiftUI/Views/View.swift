@_exported import Foundation
@_exported import Observation

/// A part of the interface. https://developer.apple.com/documentation/swiftui/view
@available(iOS 13, macOS 10.15, *)
@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

@available(iOS 13, macOS 10.15, *)
extension Never: View {
    public typealias Body = Never
    public var body: Never { return fatalError("There is no value of this type") }
}

/// A view without a body: the host knows how to show it.
@available(iOS 13, macOS 10.15, *)
public protocol _PrimitiveView: View where Body == Never {}

@available(iOS 13, macOS 10.15, *)
extension _PrimitiveView {
    public var body: Never { return fatalError("The host shows a primitive view itself") }
}

/// What a primitive view shows.
@MainActor
protocol Shown {
    func nodes(in context: HostContext) -> [HostNode]
}

@available(iOS 13, macOS 10.15, *)
public struct EmptyView: Sendable { public init() {} }

@available(iOS 13, macOS 10.15, *)
extension EmptyView: _PrimitiveView, Shown {
    func nodes(in context: HostContext) -> [HostNode] { [] }
}

@available(iOS 13, macOS 10.15, *)
public struct AnyView: _PrimitiveView, Shown {
    private let view: any View
    public init<V: View>(_ view: V) { self.view = view }
    func nodes(in context: HostContext) -> [HostNode] { context.show(view) }
}

@available(iOS 13, macOS 10.15, *)
public struct Group<Content> { let content: Content }

@available(iOS 13, macOS 10.15, *)
extension Group: View, _PrimitiveView, Shown where Content: View {
    public typealias Body = Never
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    func nodes(in context: HostContext) -> [HostNode] { context.show(content) }
}
