import NexusCore

/// Where the parts of the screen are. Parts without room are empty.
struct ScreenLayout: Equatable, Sendable {
    /// Columns below which one part takes the whole width.
    static let narrow = 64
    /// Columns from which a sheet stands beside the chat.
    static let wide = 124
    /// Rows below which the list shows one line for a conversation.
    static let low = 16

    /// Lines for the files of a message, at most.
    static let fileLimit = 4

    var list = Rectangle(x: 0, y: 0, width: 0, height: 0)
    var header = Rectangle(x: 0, y: 0, width: 0, height: 0)
    var timeline = Rectangle(x: 0, y: 0, width: 0, height: 0)
    var composer = Rectangle(x: 0, y: 0, width: 0, height: 0)
    var sheet = Rectangle(x: 0, y: 0, width: 0, height: 0)
    var status: Rectangle
    /// Lines of the composer that show files.
    var fileLines = 0
    /// Lines of a conversation in the list.
    var linesOfRow = 2
    /// Columns with a vertical line.
    var separators: [Int] = []
    var body: Rectangle

    init(_ state: ScreenState) {
        let screen = state.size.rectangle
        status = Rectangle(x: 0, y: screen.height - 1, width: screen.width, height: 1)
        body = screen.inset(bottom: 1)
        linesOfRow = screen.height < ScreenLayout.low ? 1 : 2
        if screen.width < ScreenLayout.narrow {
            if state.sheet != nil {
                sheet = body
            } else if state.opened != nil, state.focus != .list {
                placeChat(body, state)
            } else {
                list = body
            }
            return
        }
        let listWidth = min(max(screen.width * 3 / 10, 22), 36)
        list = Rectangle(x: 0, y: 0, width: listWidth, height: body.height)
        separators = [listWidth]
        var rest = body.inset(left: listWidth + 1)
        if state.sheet != nil {
            guard screen.width >= ScreenLayout.wide, state.opened != nil else {
                sheet = rest
                return
            }
            let width = min(max(rest.width * 4 / 10, 44), 64)
            sheet = Rectangle(x: rest.right - width, y: 0, width: width, height: body.height)
            rest.width -= width + 1
            separators.append(rest.right)
        }
        placeChat(rest, state)
    }

    /// Lines of the composer at most, and what it has of the rows.
    private mutating func placeChat(_ area: Rectangle, _ state: ScreenState) {
        let wanted = state.composer.editor.lines(width: max(1, area.width - 4)).lines.count
        if state.composer.edited == nil {
            fileLines = min(state.composer.files.count, ScreenLayout.fileLimit, max(0, area.height / 4))
        }
        let lines = min(wanted, max(1, min(8, area.height / 3))) + fileLines
        header = Rectangle(x: area.x, y: area.y, width: area.width, height: min(2, area.height))
        composer = Rectangle(x: area.x, y: area.bottom - lines - 1, width: area.width, height: lines + 1)
        timeline = Rectangle(
            x: area.x, y: header.bottom, width: area.width, height: max(0, composer.y - header.bottom))
    }

    /// Rows of the list that are visible.
    var listCapacity: Int { max(1, (list.height - 2) / linesOfRow) }
}
