import Foundation

@available(iOS 13, macOS 10.15, *)
public enum Axis: Int8, CaseIterable, Sendable {
    case horizontal, vertical
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Set(rawValue: 1)
        public static let vertical = Set(rawValue: 2)
    }
}

@available(iOS 13, macOS 10.15, *)
public enum Edge: Int8, CaseIterable, Sendable {
    case top, leading, bottom, trailing
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1)
        public static let leading = Set(rawValue: 2)
        public static let bottom = Set(rawValue: 4)
        public static let trailing = Set(rawValue: 8)
        public static let all: Set = [.top, .leading, .bottom, .trailing]
        public static let horizontal: Set = [.leading, .trailing]
        public static let vertical: Set = [.top, .bottom]
    }
}

@available(iOS 15, macOS 12, *)
public enum HorizontalEdge: Int8, CaseIterable, Sendable { case leading, trailing }

@available(iOS 15, macOS 12, *)
public enum VerticalEdge: Int8, CaseIterable, Sendable { case top, bottom }

@available(iOS 13, macOS 10.15, *)
public struct EdgeInsets: Equatable, Sendable {
    public var top, leading, bottom, trailing: CGFloat
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }
}

@available(iOS 13, macOS 10.15, *)
public enum HorizontalAlignment: Equatable, Sendable { case leading, center, trailing }

@available(iOS 13, macOS 10.15, *)
public enum VerticalAlignment: Equatable, Sendable { case top, center, bottom, firstTextBaseline, lastTextBaseline }

@available(iOS 13, macOS 10.15, *)
public enum Alignment: Equatable, Sendable {
    case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading, bottomTrailing
}

@available(iOS 13, macOS 10.15, *)
public enum TextAlignment: Hashable, CaseIterable, Sendable { case leading, center, trailing }

@available(iOS 13, macOS 10.15, *)
public struct UnitPoint: Hashable, Sendable {
    public var x, y: CGFloat
    public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    public static let top = UnitPoint(x: 0.5, y: 0)
    public static let bottom = UnitPoint(x: 0.5, y: 1)
}

@available(iOS 13, macOS 10.15, *)
public enum ContentMode: Hashable, CaseIterable, Sendable { case fit, fill }

@available(iOS 15, macOS 12, *)
public enum Visibility: Hashable, CaseIterable, Sendable { case automatic, visible, hidden }

@available(iOS 13, macOS 10.15, *)
public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }

@available(iOS 13, macOS 10.15, *)
public enum LayoutDirection: Hashable, CaseIterable, Sendable { case leftToRight, rightToLeft }

@available(iOS 13, macOS 10.15, *)
public enum UserInterfaceSizeClass: Hashable, Sendable { case compact, regular }

@available(iOS 14, macOS 11, *)
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }

@available(iOS 15, macOS 12, *)
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
    public var isAccessibilitySize: Bool { self >= .accessibility1 }
}
