import Foundation

/// Where a view is evaluated: its place, its environment, and what encloses it.
@MainActor
struct HostContext {
    let host: HostCore
    var path: String
    var environment: EnvironmentValues
    var navigation: NavigationController?
    /// Selects a row in the enclosing list.
    var select: ((AnyHashable) -> Void)?
    /// Closes the enclosing alert or dialog.
    var afterPress: (() -> Void)?
    /// The action of the return key.
    var submit: (() -> Void)?

    func child(_ part: String) -> HostContext {
        var child = self
        child.path += "/" + part
        return child
    }

    /// The nodes of a view: of a primitive its own, of another those of its body.
    func show(_ view: some View) -> [HostNode] {
        if let shown = view as? any Shown { return shown.nodes(in: self) }
        let context = child("\(type(of: view))")
        context.link(view)
        return context.show(host.track { view.body })
    }

    func show(toolbar item: some ToolbarContent) -> [HostNode] {
        if let shown = item as? any ToolbarShown { return shown.nodes(in: self) }
        let context = child("\(type(of: item))")
        context.link(item)
        return context.show(toolbar: host.track { item.body })
    }

    /// Gives the properties of a view or modifier their storage.
    func link(_ value: Any) {
        for child in Mirror(reflecting: value).children {
            guard let name = child.label, let property = child.value as? any HostProperty else { continue }
            property.link(to: name, in: self)
        }
    }

    /// The text of a key in the host's language.
    func string(of key: LocalizedStringKey) -> String {
        let values = key.values.map { value -> HostStrings.Argument in
            switch value {
            case .text(let text): .text(text)
            case .number(let number): .number(number)
            case .nested(let text): .text(text.string(in: self))
            }
        }
        return host.strings.text(of: key.key, values) { host.note($0) }
    }

    func format(_ date: Date, _ style: inout Date.FormatStyle) -> String {
        style.locale = environment.locale
        style.timeZone = environment.timeZone
        style.calendar = environment.calendar
        // Some systems separate the hour from "AM" by a narrow space.
        return date.formatted(style).replacingOccurrences(of: "\u{202F}", with: " ")
    }
}
