import NexusClient
import NexusCore

/// A row of the timeline as lines of cells.
struct TimelineBlock: Equatable, Sendable {
    var key: ChatRow.ID
    var message: MessageRow?
    var lines: [[Cell]]
}

/// Lays rows out, and keeps the lines of those that have not changed.
struct TimelineBlocks {
    private struct Kept {
        var row: ChatRow
        var activity: MessageActivity?
        var block: TimelineBlock
    }

    private var kept: [ChatRow.ID: Kept] = [:]
    private var width = 0
    private var theme: Theme?
    private var today = ""

    init() {}

    /// The blocks of rows, top to bottom.
    ///
    /// - Parameter activities: of messages, by their identifiers.
    mutating func blocks(
        of rows: [ChatRow], activities: [MessageID: MessageActivity] = [:], width: Int, theme: Theme, clock: ClockText
    ) -> [TimelineBlock] {
        // "Today" becomes "Yesterday".
        let today = clock.short(clock.now.advanced(by: -86_400_000))
        if width != self.width || theme != self.theme || today != self.today {
            kept = [:]
            (self.width, self.theme, self.today) = (width, theme, today)
        }
        let drawing = MessageLines(width: width, theme: theme, clock: clock)
        var next: [ChatRow.ID: Kept] = [:]
        var blocks: [TimelineBlock] = []
        for row in rows {
            let key = row.id
            let activity = activities.isEmpty ? nil : row.message.flatMap { activities[$0.id] }
            let entry: Kept
            if let old = kept[key], old.row == row, old.activity == activity {
                entry = old
            } else {
                entry = Kept(
                    row: row, activity: activity,
                    block: TimelineBlock(
                        key: key, message: row.message, lines: drawing.lines(of: row.content, activity)))
            }
            next[key] = entry
            blocks.append(entry.block)
        }
        kept = next
        return blocks
    }
}
