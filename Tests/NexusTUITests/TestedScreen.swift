import NexusClient
import NexusTestSupport

@testable import NexusCore
@testable import NexusTUI

/// A state and a content to press keys on, without a terminal and without a client.
struct TestedScreen {
    static let ada = UserID(high: 1, low: 1)
    static let grace = UserID(high: 1, low: 2)
    static let talk = ConversationID(high: 2, low: 1)
    static let engines = ConversationID(high: 2, low: 2)
    /// 2026-11-23 14:05 UTC.
    static let now = Timestamp(milliseconds: 1_795_442_700_000)

    var state = ScreenState()
    var content = ScreenContent()
    /// What the last keys asked for.
    var commands: [Command] = []
    private var blocks = TimelineBlocks()

    init(columns: Int = 80, rows: Int = 24) {
        state.size = GridSize(columns: columns, rows: rows)
        content.now = Self.now
        content.userName = "Ada Lovelace"
        content.connection = ConnectionContent(isOnline: true)
        content.conversations = [
            Self.row(Self.engines, "Engines", .group, text: "The build is green"),
            Self.row(Self.talk, "Grace Hopper", .direct, text: "See you"),
        ]
    }

    static func row(_ id: ConversationID, _ title: String, _ kind: Conversation.Kind, text: String) -> ConversationRow {
        ConversationRow(
            id: id, kind: kind, title: title, other: kind == .direct ? grace : nil, isOnline: false, lastText: text,
            lastSenderName: "Grace Hopper", lastIsMine: false, lastIsDeleted: false, lastAt: now, unread: 0, typing: [],
            waiting: 0, failed: 0, memberNames: ["Grace Hopper"])
    }

    static func message(_ number: Int, _ text: String, isMine: Bool = false, continues: Bool = false) -> MessageRow {
        MessageRow(
            id: MessageID(high: 3, low: UInt64(number)), seq: Int64(number), sender: isMine ? ada : grace,
            senderName: isMine ? "Ada Lovelace" : "Grace Hopper", isMine: isMine, text: text,
            writtenAt: now.advanced(by: Int64(number) * 1_000 - 600_000), status: isMine ? .read : nil,
            isContinuation: continues)
    }

    /// Opens a conversation with messages.
    mutating func open(_ messages: [MessageRow], hasOlder: Bool = false, in id: ConversationID = TestedScreen.engines) {
        state.show(id)
        var chat = ChatContent(id: id)
        chat.title = id == Self.engines ? "Engines" : "Grace Hopper"
        chat.isGroup = id == Self.engines
        chat.status = .members(2, online: 1, about: "")
        chat.members = [person(Self.ada, "Ada Lovelace", isMe: true), person(Self.grace, "Grace Hopper", isMe: false)]
        chat.hasOlder = hasOlder
        content.chat = chat
        show(messages)
    }

    mutating func show(_ messages: [MessageRow], _ activities: [MessageID: MessageActivity] = [:]) {
        let rows = messages.map { ChatRow(.message($0), marker: 0) }
        content.chat?.blocks = blocks.blocks(
            of: rows, activities: activities, width: ScreenLayout(state).timeline.width, theme: Theme(.sixteen),
            clock: ClockText(now: Self.now, minutesFromUTC: 0))
    }

    private func person(_ user: UserID, _ name: String, isMe: Bool) -> ChatHeader.Person {
        ChatHeader.Person(
            user: user, name: name, picture: nil, role: .member, isMe: isMe, isOnline: !isMe, lastSeen: nil)
    }

    mutating func press(_ keys: Key...) { for key in keys { commands = state.press(key, content) } }

    mutating func type(_ text: String) {
        for character in text { commands = state.press(.character(character), content) }
    }

    var frame: Frame { ScreenDrawing(state, content, theme: Theme(.sixteen)).frame() }

    /// The screen as text.
    var lines: [String] {
        let grid = frame.grid
        return (0..<grid.size.rows).map { grid.text(row: $0) }
    }

    var text: String { lines.joined(separator: "\n") }
}
