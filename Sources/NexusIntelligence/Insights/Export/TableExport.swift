import NexusCore

/// Action items as a table for spreadsheets (CSV, RFC 4180).
public struct TableExport: Sendable {
    /// - Parameter names: what people are called; an assignee without a name stays empty.
    public static func text(of items: [ActionItem], names: [UserID: String]) -> String {
        var rows = [["task", "assignee", "due", "urgent", "state", "message"]]
        for item in items {
            rows.append([
                item.task, item.assignee.flatMap { names[$0] } ?? "", item.due?.iso8601 ?? "",
                item.isUrgent ? "yes" : "no",
                state(item.state), item.source.text,
            ])
        }
        return rows.map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func state(_ state: ActionItem.State) -> String {
        switch state {
        case .open: "open"
        case .saidDone: "said done"
        case .cancelled: "cancelled"
        }
    }

    /// A cell in quotes where it needs them. What a spreadsheet would take for a formula gets an apostrophe before it.
    private static func cell(_ text: String) -> String {
        var text = text
        if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) { text = "'" + text }
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
