import Foundation

@available(iOS 13, macOS 10.15, *)
extension View {
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        hosted(node: { node, _ in if node.press == nil { node.press = action } })
    }
    @available(iOS 15, macOS 12, *)
    public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
        hosted(in: { $0.submit = action })
    }
    @available(iOS 15, macOS 12, *)
    public func submitLabel(_ submitLabel: SubmitLabel) -> some View { looks() }
    @available(iOS 15, macOS 12, *)
    public func focused(_ condition: FocusState<Bool>.Binding) -> some View { looks() }
    @available(iOS 15, macOS 12, *)
    public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View {
        looks()
    }
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View { looks() }
    @available(iOS 14, macOS 11, *)
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View { looks() }
    @available(iOS 14, macOS 11, *)
    public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { looks() }
    #if !APPLE_SHAPE_MAC
        public func keyboardType(_ type: UIKeyboardType) -> some View { looks() }
        public func textContentType(_ textContentType: UITextContentType?) -> some View { looks() }
        @available(iOS 15, *)
        public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View {
            looks()
        }
    #endif
    @available(iOS 14, macOS 11, *)
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        hosted(nodes: { nodes, context in
            context.host.opensURL = action
            return nodes
        })
    }
    @available(iOS 17, macOS 14, *)
    public func scrollPosition(id: Binding<(some Hashable)?>, anchor: UnitPoint? = nil) -> some View {
        hosted(nodes: { nodes, _ in
            guard let id = id.wrappedValue else { return nodes }
            return nodes.map { node in
                var node = node
                if node.tag == AnyHashable(id) { node.isAtScrollPosition = true }
                return node
            }
        })
    }
    @available(iOS 17, macOS 14, *)
    public func scrollTargetLayout(isEnabled: Bool = true) -> some View { looks() }
    @available(iOS 16, macOS 13, *)
    public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { looks() }
}

@available(iOS 15, macOS 12, *)
public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let text = SubmitTriggers(rawValue: 1)
    public static let search = SubmitTriggers(rawValue: 2)
}

@available(iOS 15, macOS 12, *)
public struct SubmitLabel: Sendable {
    public static var done: SubmitLabel { .init() }
    public static var go: SubmitLabel { .init() }
    public static var send: SubmitLabel { .init() }
    public static var next: SubmitLabel { .init() }
    public static var search: SubmitLabel { .init() }
}

@available(iOS 16, macOS 13, *)
public struct ScrollDismissesKeyboardMode: Sendable {
    public static let interactively = ScrollDismissesKeyboardMode()
    public static let immediately = ScrollDismissesKeyboardMode()
}

@available(iOS 14, macOS 11, *)
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    public var character: Character
    public init(_ character: Character) { self.character = character }
    public init(extendedGraphemeClusterLiteral: Character) { character = extendedGraphemeClusterLiteral }
    public static let `return` = KeyEquivalent("\r")
    public static let escape = KeyEquivalent("\u{1B}")
}

@available(iOS 14, macOS 11, *)
public struct KeyboardShortcut: Hashable, Sendable {
    public var key: KeyEquivalent
    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) { self.key = key }
    public static let defaultAction = KeyboardShortcut(.return)
    public static let cancelAction = KeyboardShortcut(.escape)
    public static func == (one: KeyboardShortcut, other: KeyboardShortcut) -> Bool { one.key == other.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

@available(iOS 13, macOS 10.15, *)
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let shift = EventModifiers(rawValue: 1)
    public static let option = EventModifiers(rawValue: 2)
    public static let control = EventModifiers(rawValue: 4)
    public static let command = EventModifiers(rawValue: 8)
}

#if !APPLE_SHAPE_MAC
    /// Of UIKit, which SwiftUI exports again.
    @available(iOS 2, *)
    public enum UIKeyboardType: Int, Sendable { case `default`, emailAddress, URL, numberPad }

    /// Of UIKit, which SwiftUI exports again.
    @available(iOS 10, *)
    public struct UITextContentType: Hashable, Sendable {
        let name: String
        public static let name = UITextContentType(name: "name")
        public static let username = UITextContentType(name: "username")
        public static let emailAddress = UITextContentType(name: "email")
        public static let password = UITextContentType(name: "password")
        public static let newPassword = UITextContentType(name: "new password")
        public static let oneTimeCode = UITextContentType(name: "code")
        public static let URL = UITextContentType(name: "URL")
    }

    @available(iOS 15, *)
    public struct TextInputAutocapitalization: Sendable {
        public static var never: TextInputAutocapitalization { .init() }
        public static var words: TextInputAutocapitalization { .init() }
        public static var sentences: TextInputAutocapitalization { .init() }
    }
#endif

@available(iOS 13, macOS 10.15, *)
extension View {
    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { looks() }
    public func listStyle<S: ListStyle>(_ style: S) -> some View { looks() }
    public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { looks() }
    public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { looks() }
    @available(iOS 14, macOS 11, *)
    public func labelStyle<S: LabelStyle>(_ style: S) -> some View { looks() }
    public func labelsHidden() -> some View { looks() }
    @available(iOS 16, macOS 13, *)
    public func formStyle<S: FormStyle>(_ style: S) -> some View { looks() }
    @available(iOS 15, macOS 12, *)
    public func controlSize(_ controlSize: ControlSize) -> some View { looks() }
    @available(iOS 15, macOS 12, *)
    public func listRowSeparator(_ visibility: Visibility, edges: Edge.Set = .all) -> some View { looks() }
}

@available(iOS 15, macOS 10.15, *)
public enum ControlSize: CaseIterable, Sendable { case mini, small, regular, large }
@available(iOS 13, macOS 10.15, *)
public protocol PrimitiveButtonStyle {}
@available(iOS 13, macOS 10.15, *)
public protocol ListStyle {}
@available(iOS 13, macOS 10.15, *)
public protocol TextFieldStyle {}
@available(iOS 13, macOS 10.15, *)
public protocol PickerStyle {}
@available(iOS 14, macOS 11, *)
public protocol LabelStyle {}
@available(iOS 16, macOS 13, *)
public protocol FormStyle {}
