@available(iOS 13, macOS 10.15, *)
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
    public var content: (Data.Element) -> Content
    let id: (Data.Element) -> ID
}

@available(iOS 13, macOS 10.15, *)
extension ForEach: View, _PrimitiveView, Shown where Content: View {
    public typealias Body = Never

    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where ID == Data.Element.ID, Data.Element: Identifiable {
        (self.data, self.content, id) = (data, content, { $0.id })
    }

    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {
        (self.data, self.content, self.id) = (data, content, { $0[keyPath: id] })
    }

    func nodes(in context: HostContext) -> [HostNode] {
        var seen: Set<ID> = []
        return data.flatMap { element -> [HostNode] in
            let id = id(element)
            if !seen.insert(id).inserted { context.host.note("Two elements of a ForEach have the identifier \(id)") }
            return context.child("[\(id)]").show(content(element)).map { node in
                var node = node
                if node.tag == nil { node.tag = AnyHashable(id) }
                return node
            }
        }
    }
}

@available(iOS 13, macOS 10.15, *)
public struct List<SelectionValue: Hashable, Content: View>: _PrimitiveView, Shown {
    let selection: Binding<SelectionValue?>?
    let content: Content

    public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
        (self.selection, self.content) = (selection, content())
    }

    func nodes(in context: HostContext) -> [HostNode] {
        var inner = context
        if let selection {
            inner.select = { value in if let value = value.base as? SelectionValue { selection.wrappedValue = value } }
        }
        var node = HostNode(.list)
        node.children = inner.show(content).map { row in
            guard let selection, let tag = row.tag?.base as? SelectionValue else { return row }
            var row = row
            row.isSelected = selection.wrappedValue == tag
            if row.press == nil { row.press = { selection.wrappedValue = tag } }
            return row
        }
        return [node]
    }
}

@available(iOS 13, macOS 10.15, *)
extension List where SelectionValue == Never {
    public init(@ViewBuilder content: () -> Content) { (selection, self.content) = (nil, content()) }
}

@available(iOS 13, macOS 10.15, *)
public struct Section<Parent, Content, Footer> {
    let header: Parent
    let content: Content
    let footer: Footer
}

@available(iOS 13, macOS 10.15, *)
extension Section: View, _PrimitiveView, Shown where Parent: View, Content: View, Footer: View {
    public typealias Body = Never

    func nodes(in context: HostContext) -> [HostNode] {
        var node = HostNode(.section, label: context.child("header").show(header).spokenLabel)
        node.children = context.child("content").show(content) + context.child("footer").show(footer)
        return [node]
    }

    @available(iOS 15, macOS 12, *)
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) {
        (self.content, self.header, self.footer) = (content(), header(), footer())
    }
}

@available(iOS 13, macOS 10.15, *)
extension Section where Parent: View, Content: View, Footer == EmptyView {
    @available(iOS 15, macOS 12, *)
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        (self.content, self.header, footer) = (content(), header(), EmptyView())
    }
}

@available(iOS 13, macOS 10.15, *)
extension Section where Parent == EmptyView, Content: View, Footer: View {
    @available(iOS 15, macOS 12, *)
    public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        (self.content, header, self.footer) = (content(), EmptyView(), footer())
    }
}

@available(iOS 13, macOS 10.15, *)
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content) {
        (self.content, header, footer) = (content(), EmptyView(), EmptyView())
    }
}

@available(iOS 13, macOS 10.15, *)
extension Section where Parent == Text, Content: View, Footer == EmptyView {
    @available(iOS 15, macOS 12, *)
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        (self.content, header, footer) = (content(), Text(titleKey), EmptyView())
    }
}

@available(iOS 13, macOS 10.15, *)
public struct Form<Content: View>: _PrimitiveView, Shown {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    func nodes(in context: HostContext) -> [HostNode] {
        var node = HostNode(.form)
        node.children = context.show(content)
        return [node]
    }
}

@available(iOS 16, macOS 13, *)
public struct LabeledContent<Label, Content> {
    let label: Label
    let content: Content
}

@available(iOS 16, macOS 13, *)
extension LabeledContent: View, _PrimitiveView, Shown where Label: View, Content: View {
    public typealias Body = Never
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.content, self.label) = (content(), label())
    }
    func nodes(in context: HostContext) -> [HostNode] {
        var node = HostNode(.text, label: context.child("label").show(label).spokenLabel)
        node.value = context.child("content").show(content).spokenLabel
        return [node]
    }
}

@available(iOS 16, macOS 13, *)
extension LabeledContent where Label == Text, Content: View {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        (label, self.content) = (Text(titleKey), content())
    }
}

@available(iOS 16, macOS 13, *)
extension LabeledContent where Label == Text, Content == Text {
    public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
        (label, content) = (Text(titleKey), Text(value))
    }
}

@available(iOS 17, macOS 14, *)
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: _PrimitiveView, Shown {
    let label: Label
    let description: Description
    let actions: Actions

    public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) { (self.label, self.description, self.actions) = (label(), description(), actions()) }

    func nodes(in context: HostContext) -> [HostNode] {
        context.child("label").show(label) + context.child("description").show(description)
            + context.child("actions").show(actions)
    }
}

@available(iOS 17, macOS 14, *)
extension ContentUnavailableView where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
        self.init(
            label: { SwiftUI.Label(title, systemImage: name) }, description: { description }, actions: { EmptyView() })
    }
}
