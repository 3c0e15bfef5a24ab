import Foundation

@available(iOS 15, macOS 12, *)
public protocol ShapeStyle: Sendable {}

@available(iOS 13, macOS 10.15, *)
public struct Color: ShapeStyle, Hashable, Sendable {
    let name: String
    public init(_ name: String, bundle: Bundle? = nil) { self.name = name }
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) { name = "hsb" }
    public static let red = Color("red")
    public static let orange = Color("orange")
    public static let green = Color("green")
    public static let blue = Color("blue")
    public static let gray = Color("gray")
    public static let white = Color("white")
    public static let black = Color("black")
    public static let clear = Color("clear")
    public static let primary = Color("primary")
    public static let secondary = Color("secondary")
    public static let accentColor = Color("accent")
    public func opacity(_ opacity: Double) -> Color { self }
}

@available(iOS 13, macOS 10.15, *)
extension Color: _PrimitiveView, Shown {
    func nodes(in context: HostContext) -> [HostNode] { [] }
}

@available(iOS 15, macOS 12, *)
extension ShapeStyle where Self == Color {
    public static var red: Color { .red }
    public static var orange: Color { .orange }
    public static var green: Color { .green }
    public static var blue: Color { .blue }
    public static var gray: Color { .gray }
    public static var white: Color { .white }
    public static var black: Color { .black }
    public static var clear: Color { .clear }
}

@available(iOS 15, macOS 12, *)
public struct HierarchicalShapeStyle: ShapeStyle {
    public static let primary = HierarchicalShapeStyle()
    public static let secondary = HierarchicalShapeStyle()
    public static let tertiary = HierarchicalShapeStyle()
    public static let quaternary = HierarchicalShapeStyle()
}

@available(iOS 15, macOS 12, *)
extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { .primary }
    public static var secondary: HierarchicalShapeStyle { .secondary }
    public static var tertiary: HierarchicalShapeStyle { .tertiary }
    public static var quaternary: HierarchicalShapeStyle { .quaternary }
}

@available(iOS 15, macOS 12, *)
public struct TintShapeStyle: ShapeStyle { public init() {} }

@available(iOS 15, macOS 12, *)
extension ShapeStyle where Self == TintShapeStyle { public static var tint: TintShapeStyle { .init() } }

@available(iOS 15, macOS 12, *)
public struct BackgroundStyle: ShapeStyle { public init() {} }

@available(iOS 15, macOS 12, *)
extension ShapeStyle where Self == BackgroundStyle { public static var background: BackgroundStyle { .init() } }

@available(iOS 15, macOS 12, *)
public struct Material: ShapeStyle {
    public static let regular = Material()
    public static let thin = Material()
    public static let thick = Material()
    public static let bar = Material()
}

@available(iOS 15, macOS 12, *)
extension ShapeStyle where Self == Material {
    public static var regularMaterial: Material { .regular }
    public static var thinMaterial: Material { .thin }
    public static var bar: Material { .bar }
}

@available(iOS 13, macOS 10.15, *)
public struct Font: Hashable, Sendable {
    public static let largeTitle = Font()
    public static let title = Font()
    @available(iOS 14, macOS 11, *)
    public static let title2 = Font()
    @available(iOS 14, macOS 11, *)
    public static let title3 = Font()
    public static let headline = Font()
    public static let subheadline = Font()
    public static let body = Font()
    public static let callout = Font()
    public static let footnote = Font()
    public static let caption = Font()
    @available(iOS 14, macOS 11, *)
    public static let caption2 = Font()
    public static func system(
        size: CGFloat, weight: Weight? = nil, design: Design? = nil
    ) -> Font { Font() }
    public func weight(_ weight: Weight) -> Font { self }
    public func bold() -> Font { self }
    public func italic() -> Font { self }
    public func monospacedDigit() -> Font { self }

    public enum Weight: Hashable, Sendable { case light, regular, medium, semibold, bold, heavy }
    public enum TextStyle: CaseIterable, Hashable, Sendable {
        case largeTitle, title, headline, subheadline, body, callout, footnote, caption
    }
    public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }
}

@available(iOS 13, macOS 10.15, *)
public protocol Shape: View, Sendable {}

@available(iOS 13, macOS 10.15, *)
extension Shape {
    public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> some View { EmptyView() }
    public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View { EmptyView() }
}

@available(iOS 13, macOS 10.15, *)
public struct FillStyle: Equatable, Sendable {
    public init(eoFill: Bool = false, antialiased: Bool = true) {}
}

@available(iOS 13, macOS 10.15, *)
public struct Circle: Sendable {
    public init() {}
}

@available(iOS 13, macOS 10.15, *)
extension Circle: Shape, _PrimitiveView, Shown {
    func nodes(in context: HostContext) -> [HostNode] { [] }
}

@available(iOS 13, macOS 10.15, *)
public struct Capsule: Sendable {
    public init(style: RoundedCornerStyle = .continuous) {}
}

@available(iOS 13, macOS 10.15, *)
extension Capsule: Shape, _PrimitiveView, Shown {
    func nodes(in context: HostContext) -> [HostNode] { [] }
}

@available(iOS 13, macOS 10.15, *)
public struct Rectangle: Sendable {
    public init() {}
}

@available(iOS 13, macOS 10.15, *)
extension Rectangle: Shape, _PrimitiveView, Shown {
    func nodes(in context: HostContext) -> [HostNode] { [] }
}

@available(iOS 13, macOS 10.15, *)
public struct RoundedRectangle: Sendable {
    public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}
}

@available(iOS 13, macOS 10.15, *)
extension RoundedRectangle: Shape, _PrimitiveView, Shown {
    func nodes(in context: HostContext) -> [HostNode] { [] }
}

@available(iOS 13, macOS 10.15, *)
public enum RoundedCornerStyle: Hashable, Sendable { case circular, continuous }

@available(iOS 17, macOS 14, *)
extension Shape where Self == Circle { public static var circle: Circle { Circle() } }

@available(iOS 17, macOS 14, *)
extension Shape where Self == Capsule { public static var capsule: Capsule { Capsule() } }

@available(iOS 17, macOS 14, *)
extension Shape where Self == RoundedRectangle {
    public static func rect(
        cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous
    ) -> RoundedRectangle { RoundedRectangle(cornerRadius: cornerRadius, style: style) }
}
