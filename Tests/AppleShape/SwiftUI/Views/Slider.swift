@available(iOS 13, macOS 10.15, *)
public struct Slider<Label: View, ValueLabel: View>: _PrimitiveView, Shown {
    let value: Binding<Double>
    let bounds: ClosedRange<Double>
    let label: Label

    func nodes(in context: HostContext) -> [HostNode] {
        var node = HostNode(.slider, label: context.child("label").show(label).spokenLabel)
        node.value = "\(Int(value.wrappedValue.rounded()))"
        node.isDisabled = !context.environment.isEnabled
        // A test types the value to which the user slides.
        node.type = { text in
            if let typed = Double(text) { value.wrappedValue = min(max(typed, bounds.lowerBound), bounds.upperBound) }
        }
        node.identity = context.path
        return [node]
    }
}

@available(iOS 13, macOS 10.15, *)
extension Slider where ValueLabel == EmptyView {
    public init(
        value: Binding<Double>, in bounds: ClosedRange<Double> = 0...1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { (self.value, self.bounds, self.label) = (value, bounds, label()) }
}
