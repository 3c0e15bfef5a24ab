import NexusCore
import NexusTerminal

extension ScreenDrawing {
    /// A box with a path and what it may be completed to.
    func draw(_ picker: FilePicker, _ frame: inout Frame) {
        let inside = frame.box(Overlay.listBox(in: screen), title: "Attach a file")
        frame.field(
            picker.editor, hint: "Path of a file; Tab completes it", in: inside.inset(bottom: inside.height - 1))
        let count = state.composer.files.count
        let hint = "Enter attaches, Alt+Enter goes on" + (count == 0 ? "" : "   \(count) attached")
        let note = picker.problem.map { Cell.of($0, theme.danger) } ?? Cell.of(hint, theme.faint)
        let lines = note.wrapped(inside.width).prefix(2)
        for (offset, line) in lines.enumerated() where offset + 1 < inside.height {
            frame.grid.write(line, x: inside.x, y: inside.y + 1 + offset)
        }
        let area = inside.inset(top: 3)
        let matches = content.matches(of: picker)
        var place = picker.position
        place.settle(count: matches.count, height: area.height)
        if matches.isEmpty, !area.isEmpty {
            let folder = PathText.parts(of: picker.editor.text).folder
            let text =
                content.folder?.folder != folder
                ? "Reading…"
                : content.folder?.isUnreadable == true ? "This folder cannot be read." : "No file begins so."
            frame.grid.write(Cell.of(text, theme.faint).fitted(area.width), x: area.x, y: area.y)
        }
        for (offset, entry) in matches.dropFirst(place.top).prefix(area.height).enumerated() {
            let row = Rectangle(x: area.x, y: area.y + offset, width: area.width, height: 1)
            frame.take(.row(place.top + offset), in: row)
            let size = Cell.of(entry.isFolder ? "folder" : TerminalBytes.short(entry.bytes), theme.faint)
            let name = Cell.of(entry.name + (entry.isFolder ? "/" : ""), entry.isFolder ? theme.accent : theme.plain)
            frame.grid.write(name.fitted(row.width - size.width - 1), x: row.x, y: row.y)
            frame.grid.write(size, x: row.right - size.width, y: row.y)
            choose(row, place.top + offset == place.chosen, &frame)
        }
    }

    /// A voice message that is being recorded.
    func draw(_ recording: RecordingState, _ frame: inout Frame) {
        let inside = frame.box(screen.centred(width: 52, height: 5), title: "Voice message")
        let length = content.now.milliseconds - recording.startedAt.milliseconds
        let line =
            recording.isFull
            ? Cell.of("■ \(DurationText.of(Limits.voiceMilliseconds)), the longest that can be sent", theme.warning)
            : Cell.of("● Recording  ", theme.danger) + Cell.of(DurationText.of(length), theme.bold)
        frame.grid.write(line.fitted(inside.width), x: inside.x, y: inside.y)
        let hint = recording.isEnding ? "One moment…" : "Enter sends it   Esc discards it"
        frame.grid.write(Cell.of(hint, theme.faint).fitted(inside.width), x: inside.x, y: inside.y + 2)
    }

    /// The user's reminders, by time.
    func drawReminders(_ position: ListPosition, _ frame: inout Frame) {
        let inside = frame.box(Overlay.listBox(in: screen), title: "Reminders")
        let keys = Cell.of("Enter: go to it   m: another time   d: remove", theme.faint)
        frame.grid.write(keys.fitted(inside.width), x: inside.x, y: inside.y)
        let area = inside.inset(top: 2)
        let reminders = content.reminders
        if reminders.isEmpty, !area.isEmpty {
            let text =
                content.connection.isOnline ? "No reminders. Press m on a message or an insight." : "No connection."
            frame.grid.write(Cell.of(text, theme.faint).fitted(area.width), x: area.x, y: area.y)
        }
        var place = position
        place.settle(count: reminders.count, height: area.height)
        for (offset, reminder) in reminders.dropFirst(place.top).prefix(area.height).enumerated() {
            let row = Rectangle(x: area.x, y: area.y + offset, width: area.width, height: 1)
            frame.take(.row(place.top + offset), in: row)
            let time = Cell.of(
                reminder.firedAt == nil ? clock.reminder(reminder.at) : "now",
                reminder.firedAt == nil ? theme.accent : theme.warning.with(.bold))
            let line = time.padded(16) + Cell.of(" \(reminder.text)")
            frame.grid.write(line.fitted(row.width), x: row.x, y: row.y)
            choose(row, place.top + offset == place.chosen, &frame)
        }
    }
}
