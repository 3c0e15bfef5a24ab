import Foundation

@available(iOS 13, macOS 10.15, *)
extension View {
    public func font(_ font: Font?) -> some View { looks() }
    @available(iOS 16, macOS 13, *)
    public func bold(_ isActive: Bool = true) -> some View { looks() }
    @available(iOS 16, macOS 13, *)
    public func italic(_ isActive: Bool = true) -> some View { looks() }
    @available(iOS 16, macOS 13, *)
    public func fontWeight(_ weight: Font.Weight?) -> some View { looks() }
    @available(iOS 15, macOS 12, *)
    public func monospacedDigit() -> some View { looks() }
    @available(iOS 15, macOS 12, *)
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { looks() }
    public func lineLimit(_ number: Int?) -> some View { looks() }
    @available(iOS 16, macOS 13, *)
    public func lineLimit(_ limit: ClosedRange<Int>) -> some View { looks() }
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { looks() }
    @available(iOS 15, macOS 12, *)
    public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { looks() }

    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { looks() }
    public func padding(_ length: CGFloat) -> some View { looks() }
    public func padding(_ insets: EdgeInsets) -> some View { looks() }
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        looks()
    }
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { looks() }
    public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { looks() }
    public func layoutPriority(_ value: Double) -> some View { looks() }
    public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View { looks() }
    public func scaledToFit() -> some View { looks() }
    public func scaledToFill() -> some View { looks() }
    public func clipped(antialiased: Bool = false) -> some View { looks() }
    public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View { looks() }
    public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { looks() }
    public func opacity(_ opacity: Double) -> some View { looks() }
    public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View { looks() }
    public func shadow(
        color: Color = Color.black.opacity(0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some View { looks() }
    public func zIndex(_ value: Double) -> some View { looks() }
    @available(iOS 14, macOS 11, *)
    public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { looks() }

    @available(iOS 15, macOS 12, *)
    public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        looks()
    }
    @available(iOS 15, macOS 12, *)
    public func background<S: ShapeStyle, T: Shape>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View { looks() }
    @available(iOS 15, macOS 12, *)
    public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        let content = content()
        return hosted(nodes: { nodes, context in nodes + context.child("overlay").show(content) })
    }
    @available(iOS 15, macOS 12, *)
    public func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        let content = content()
        return hosted(nodes: { nodes, context in
            let inset = context.child("inset\(edge)").show(content)
            return edge == .top ? inset + nodes : nodes + inset
        })
    }

    @available(iOS 15, macOS 12, *)
    public func tint<S: ShapeStyle>(_ tint: S?) -> some View { looks() }
    @available(iOS 15, macOS 12, *)
    public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { looks() }
    @available(iOS 17, macOS 14, *)
    public func transition<T: Transition>(_ transition: T) -> some View { looks() }
    public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        hosted(in: { if let colorScheme { $0.environment.colorScheme = colorScheme } })
    }
    @available(iOS 15, macOS 12, *)
    public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
        looks()
    }
    @available(iOS 14, macOS 11, *)
    public func imageScale(_ scale: Image.Scale) -> some View { looks() }
    @available(iOS 14, macOS 11, *)
    public func help(_ textKey: LocalizedStringKey) -> some View { looks() }
    @available(iOS 17, macOS 14, *)
    public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { looks() }
    @available(iOS 14, macOS 11, *)
    public func redacted(reason: RedactionReasons) -> some View { looks() }
}

@available(iOS 17, macOS 14, *)
public protocol Transition {}

@available(iOS 17, macOS 14, *)
public struct OpacityTransition: Transition { public init() {} }

@available(iOS 17, macOS 14, *)
extension Transition where Self == OpacityTransition { public static var opacity: OpacityTransition { .init() } }

@available(iOS 17, macOS 14, *)
public struct MoveTransition: Transition { public init(edge: Edge) {} }

@available(iOS 17, macOS 14, *)
extension Transition where Self == MoveTransition {
    public static func move(edge: Edge) -> MoveTransition { .init(edge: edge) }
}

@available(iOS 13, macOS 10.15, *)
public struct Animation: Hashable, Sendable {
    public static let `default` = Animation()
    public static let easeInOut = Animation()
    public static func easeOut(duration: Double) -> Animation { Animation() }
    @available(iOS 17, macOS 14, *)
    public static let snappy = Animation()
}

@available(iOS 13, macOS 10.15, *)
@MainActor
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

@available(iOS 15, macOS 12, *)
public protocol TextSelectability {}

@available(iOS 15, macOS 12, *)
public struct EnabledTextSelectability: TextSelectability {}

@available(iOS 15, macOS 12, *)
extension TextSelectability where Self == EnabledTextSelectability {
    public static var enabled: EnabledTextSelectability { .init() }
}

@available(iOS 14, macOS 11, *)
public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let all = SafeAreaRegions(rawValue: 3)
    public static let keyboard = SafeAreaRegions(rawValue: 2)
}

@available(iOS 14, macOS 11, *)
public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let placeholder = RedactionReasons(rawValue: 1)
}

@available(iOS 17, macOS 14, *)
public struct SensoryFeedback: Equatable, Sendable {
    let name: String
    public static let success = SensoryFeedback(name: "success")
    public static let warning = SensoryFeedback(name: "warning")
    public static let error = SensoryFeedback(name: "error")
    public static let selection = SensoryFeedback(name: "selection")
    public static let impact = SensoryFeedback(name: "impact")
}
