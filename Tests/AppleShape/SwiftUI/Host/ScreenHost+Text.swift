extension ScreenHost {
    /// The tree as text: a line for each control, with its role, label, value, state and actions.
    public var text: String {
        var lines: [String] = []
        for node in tree { node.write(to: &lines, indent: "") }
        return lines.joined(separator: "\n")
    }
}

extension HostNode {
    @MainActor fileprivate func write(to lines: inout [String], indent: String) {
        var line = indent + role.rawValue
        if let label { line += " \"\(label)\"" } else if let symbol { line += " <\(symbol)>" }
        if let value, !value.isEmpty || role == .field { line += " = \"\(value)\"" }
        if let hint { line += " hint \"\(hint)\"" }
        if isHeader { line += " (header)" }
        if isAtScrollPosition { line += " (scrolled to)" }
        if isSelected { line += " (selected)" }
        if isDisabled { line += " (disabled)" }
        if isDestructive { line += " (destructive)" }
        if !actions.isEmpty { line += " · " + actions.map(\.name).joined(separator: " · ") }
        lines.append(line)
        for child in children { child.write(to: &lines, indent: indent + "  ") }
    }
}
