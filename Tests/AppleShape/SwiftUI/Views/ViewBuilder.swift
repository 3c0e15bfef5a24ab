@available(iOS 13, macOS 10.15, *)
@resultBuilder
@MainActor
public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        var views: [any View] = []
        repeat views.append(each content)
        return TupleView((repeat each content), views: views)
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> _ConditionalContent<First, Second> { _ConditionalContent(storage: .first(first)) }
    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> _ConditionalContent<First, Second> { _ConditionalContent(storage: .second(second)) }
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

@available(iOS 13, macOS 10.15, *)
public struct TupleView<T>: _PrimitiveView, Shown {
    public var value: T
    let views: [any View]

    init(_ value: T, views: [any View]) {
        self.value = value
        self.views = views
    }

    func nodes(in context: HostContext) -> [HostNode] {
        views.enumerated().flatMap { index, view in context.child("\(index)").show(view) }
    }
}

@available(iOS 13, macOS 10.15, *)
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: _PrimitiveView, Shown {
    enum Storage {
        case first(TrueContent)
        case second(FalseContent)
    }
    let storage: Storage

    func nodes(in context: HostContext) -> [HostNode] {
        switch storage {
        case .first(let view): context.child("if").show(view)
        case .second(let view): context.child("else").show(view)
        }
    }
}

@available(iOS 13, macOS 10.15, *)
extension Optional: View, _PrimitiveView, Shown where Wrapped: View {
    public typealias Body = Never
    func nodes(in context: HostContext) -> [HostNode] { map { context.child("some").show($0) } ?? [] }
}
