import Foundation

@available(iOS 13, macOS 10.15, *)
public struct Button<Label: View>: _PrimitiveView, Shown {
    let action: @MainActor () -> Void
    let label: Label
    let role: ButtonRole?

    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        (self.action, self.label, role) = (action, label(), nil)
    }

    @available(iOS 15, macOS 12, *)
    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        (self.action, self.label, self.role) = (action, label(), role)
    }

    func nodes(in context: HostContext) -> [HostNode] {
        let inner = context.child("label").show(label)
        var node = HostNode(.button, label: inner.spokenLabel)
        node.symbol = inner.compactMap(\.symbol).first
        node.isDestructive = role == .destructive
        node.isDisabled = !context.environment.isEnabled
        let afterPress = context.afterPress
        node.press = { [action] in
            afterPress?()
            action()
        }
        node.identity = context.path
        return [node]
    }
}

@available(iOS 13, macOS 10.15, *)
extension Button where Label == Text {
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(titleKey) }
    }
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }
    @available(iOS 15, macOS 12, *)
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(titleKey) }
    }
    @available(iOS 15, macOS 12, *)
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(title) }
    }
}

@available(iOS 14, macOS 11, *)
extension Button where Label == SwiftUI.Label<Text, Image> {
    @available(iOS 14, macOS 11, *)
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
    ) { self.init(action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) } }

    @available(iOS 15, macOS 12, *)
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) { self.init(role: role, action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) } }
}

@available(iOS 15, macOS 12, *)
public struct ButtonRole: Equatable, Sendable {
    let name: String
    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
}

@available(iOS 13, macOS 10.15, *)
public struct Toggle<Label: View>: _PrimitiveView, Shown {
    let isOn: Binding<Bool>
    let label: Label

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        (self.isOn, self.label) = (isOn, label())
    }

    func nodes(in context: HostContext) -> [HostNode] {
        var node = HostNode(.toggle, label: context.child("label").show(label).spokenLabel)
        node.value = isOn.wrappedValue ? "on" : "off"
        node.isDisabled = !context.environment.isEnabled
        node.press = { isOn.wrappedValue.toggle() }
        node.identity = context.path
        return [node]
    }
}

@available(iOS 13, macOS 10.15, *)
extension Toggle where Label == Text {
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }
}

@available(iOS 13, macOS 10.15, *)
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: _PrimitiveView, Shown {
    let selection: Binding<SelectionValue>
    let content: Content
    let label: Label

    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) { (self.selection, self.content, self.label) = (selection, content(), label()) }

    func nodes(in context: HostContext) -> [HostNode] {
        var node = HostNode(.picker, label: context.child("label").show(label).spokenLabel)
        node.isDisabled = !context.environment.isEnabled
        for option in context.child("options").show(content) {
            guard let tag = option.tag?.base as? SelectionValue else { continue }
            let name = [option].spokenLabel ?? "?"
            if tag == selection.wrappedValue { node.value = name }
            node.actions.append(HostAction(name) { selection.wrappedValue = tag })
        }
        node.identity = context.path
        return [node]
    }
}

@available(iOS 13, macOS 10.15, *)
extension Picker where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) { self.init(selection: selection, content: content) { Text(titleKey) } }
}

@available(iOS 13, macOS 10.15, *)
public struct DatePicker<Label: View>: _PrimitiveView, Shown {
    let selection: Binding<Date>
    let label: Label

    func nodes(in context: HostContext) -> [HostNode] {
        var node = HostNode(.picker, label: context.child("label").show(label).spokenLabel)
        var style = Date.FormatStyle.dateTime
        node.value = context.format(selection.wrappedValue, &style)
        // A test types the seconds since 1970 of the time that the user chooses.
        node.type = { if let seconds = Double($0) { selection.wrappedValue = Date(timeIntervalSince1970: seconds) } }
        node.identity = context.path
        return [node]
    }
}

@available(iOS 13, macOS 10.15, *)
extension DatePicker where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
    ) {
        self.selection = selection
        label = Text(titleKey)
    }
}

@available(iOS 13, macOS 10.15, *)
public struct DatePickerComponents: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    public static let date = DatePickerComponents(rawValue: 2)
}

@available(iOS 14, macOS 11, *)
public struct ProgressView<Label: View>: _PrimitiveView, Shown {
    let value: Double?
    let label: Label

    func nodes(in context: HostContext) -> [HostNode] {
        var node = HostNode(.progress, label: context.child("label").show(label).spokenLabel)
        node.value = value.map { "\(Int(($0 * 100).rounded()))%" }
        return [node]
    }
}

@available(iOS 14, macOS 11, *)
extension ProgressView where Label == EmptyView {
    public init() { (value, label) = (nil, EmptyView()) }
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {
        (self.value, label) = (value.map { Double($0 / total) }, EmptyView())
    }
}

@available(iOS 14, macOS 11, *)
extension ProgressView where Label == Text {
    public init(_ titleKey: LocalizedStringKey) { (value, label) = (nil, Text(titleKey)) }
}
