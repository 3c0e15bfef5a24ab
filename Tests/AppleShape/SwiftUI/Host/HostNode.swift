/// What the host shows of one control or text.
@_spi(Host) @MainActor
public struct HostNode {
    public enum Role: String, Sendable {
        case text, image, slider, button, link, field, secureField = "secure field", toggle, picker, menu, progress
        case list, section, form, row, column, tab, title, toolbar, sheet, alert, dialog, search, element, spacer
    }

    public var role: Role
    /// The text, or the accessibility label.
    public var label: String?
    public var value: String?
    public var hint: String?
    public var identifier: String?
    /// The name of an image.
    public var symbol: String?
    public var isDisabled = false
    public var isSelected = false
    public var isDestructive = false
    public var isHeader = false
    /// Whether the screen scrolled there.
    public var isAtScrollPosition = false
    public var children: [HostNode] = []
    /// Context menu, swipe actions and accessibility actions.
    public var actions: [HostAction] = []
    /// Where it is in the tree of views; the same as long as the control lives.
    public var identity = ""

    var press: (() -> Void)?
    var type: ((String) -> Void)?
    var submit: (() -> Void)?
    var refresh: (@MainActor () async -> Void)?
    var tag: AnyHashable?

    /// Adds actions; a swipe and a menu may have the same one.
    mutating func add(_ more: [HostAction]) {
        for action in more where !actions.contains(where: { $0.name == action.name }) { actions.append(action) }
    }

    init(_ role: Role, label: String? = nil) {
        self.role = role
        self.label = label
    }
}

/// A named action of a control.
@_spi(Host) @MainActor
public struct HostAction {
    public let name: String
    public let isDestructive: Bool
    let run: () -> Void

    init(_ name: String, isDestructive: Bool = false, run: @escaping () -> Void) {
        (self.name, self.isDestructive, self.run) = (name, isDestructive, run)
    }
}

extension [HostNode] {
    /// What a screen reader says of all of them.
    @MainActor var spokenLabel: String? {
        let words = flatMap(\.words)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// The buttons of a menu.
    @MainActor var flattenedActions: [HostAction] {
        flatMap { node -> [HostAction] in
            if node.role == .menu || node.role == .picker { return node.actions }
            guard let press = node.press, let label = node.label, !node.isDisabled else {
                return node.children.flattenedActions
            }
            return [HostAction(label, isDestructive: node.isDestructive, run: press)]
        }
    }
}

extension HostNode {
    /// What a screen reader says of it.
    @MainActor fileprivate var words: [String] {
        if let label { return [label] + (value.map { [$0] } ?? []) }
        return children.flatMap(\.words)
    }
}
