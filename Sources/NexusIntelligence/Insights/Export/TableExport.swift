import NexusCore

/// Insights as a table for spreadsheets (CSV, RFC 4180).
public struct TableExport: Sendable {
    static let columns = [
        "kind", "text", "assignee", "due", "zone", "priority", "state", "conversation", "sender", "written", "message",
    ]

    /// - Parameter titles: what conversations are called; one without a title stays empty.
    public static func text(of insights: [InsightRecord], titles: [ConversationID: String]) -> String {
        let rows = insights.map { insight in
            [
                insight.kind.rawValue, insight.text, insight.assignee?.name ?? "", insight.due?.text ?? "",
                insight.due?.zone ?? "", insight.level.rawValue, insight.state.rawValue,
                titles[insight.conversation] ?? "", insight.sender.name,
                DueDate.instant(insight.writtenAt, utcOffset: 0).iso8601, insight.source.text,
            ]
        }
        return ([columns] + rows).map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
    }

    /// A cell, quoted if necessary, without control characters, which some terminals obey. A cell that a spreadsheet would treat as a formula gets
    /// an apostrophe before it.
    private static func cell(_ text: String) -> String {
        var text = text.printable
        if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) { text = "'" + text }
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
