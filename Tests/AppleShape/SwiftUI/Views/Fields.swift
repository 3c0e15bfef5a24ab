@available(iOS 13, macOS 10.15, *)
public struct TextField<Label: View>: _PrimitiveView, Shown {
    let text: Binding<String>
    let label: Label

    func nodes(in context: HostContext) -> [HostNode] {
        var node = HostNode(.field, label: context.child("label").show(label).spokenLabel)
        node.value = text.wrappedValue
        node.isDisabled = !context.environment.isEnabled
        node.type = { text.wrappedValue = $0 }
        node.submit = context.submit
        node.identity = context.path
        return [node]
    }
}

@available(iOS 13, macOS 10.15, *)
extension TextField where Label == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        (self.text, label) = (text, Text(titleKey))
    }
    @available(iOS 15, macOS 12, *)
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
        (self.text, label) = (text, Text(titleKey))
    }
    @available(iOS 16, macOS 13, *)
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
        (self.text, label) = (text, Text(titleKey))
    }
    @available(iOS 16, macOS 13, *)
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?, axis: Axis) {
        (self.text, label) = (text, Text(titleKey))
    }
}

@available(iOS 13, macOS 10.15, *)
public struct SecureField<Label: View>: _PrimitiveView, Shown {
    let text: Binding<String>
    let label: Label

    func nodes(in context: HostContext) -> [HostNode] {
        var node = HostNode(.secureField, label: context.child("label").show(label).spokenLabel)
        node.value = String(repeating: "•", count: text.wrappedValue.count)
        node.isDisabled = !context.environment.isEnabled
        node.type = { text.wrappedValue = $0 }
        node.submit = context.submit
        node.identity = context.path
        return [node]
    }
}

@available(iOS 13, macOS 10.15, *)
extension SecureField where Label == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        (self.text, label) = (text, Text(titleKey))
    }
}

@available(iOS 14, macOS 11, *)
public struct Menu<Label: View, Content: View>: _PrimitiveView, Shown {
    let content: Content
    let label: Label

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.content, self.label) = (content(), label())
    }

    func nodes(in context: HostContext) -> [HostNode] {
        let inner = context.child("label").show(label)
        var node = HostNode(.menu, label: inner.spokenLabel)
        node.symbol = inner.compactMap(\.symbol).first
        node.isDisabled = !context.environment.isEnabled
        node.actions = context.child("menu").show(content).flattenedActions
        node.identity = context.path
        return [node]
    }
}

@available(iOS 14, macOS 11, *)
extension Menu where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
}

@available(iOS 14, macOS 11, *)
extension Menu where Label == SwiftUI.Label<Text, Image> {
    @available(iOS 14, macOS 11, *)
    public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(content: content) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
}
