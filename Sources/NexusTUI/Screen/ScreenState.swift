import NexusCore

/// What the user sees of the content, and where keys go.
struct ScreenState: Sendable {
    enum Focus: Equatable, Sendable {
        case list
        case timeline
        case composer
        case sheet
    }

    var size = GridSize(columns: 80, rows: 24)
    var focus = Focus.list
    /// Whether the terminal's window has the focus, as far as it says.
    var isActive = true
    /// The conversation in the chat.
    var opened: ConversationID?
    /// The conversation that the list's cursor is on.
    var listed: ConversationID?
    var listTop = 0
    var filter = TextEditor()
    var isFiltering = false
    var timeline = TimelinePosition()
    var composer = Composer()
    /// Files that were attached in conversations that are not open.
    var unsentFiles: [ConversationID: [AttachedFile]] = [:]
    var sheet: Sheet?
    /// The topmost comes last.
    var overlays: [Overlay] = []
    /// A note in the status line, until the next key.
    var notice: String?
    /// Whether Ctrl+C was the last key.
    var isLeaving = false

    /// Notes that a conversation is opened: the chat starts afresh.
    mutating func show(_ conversation: ConversationID) {
        if opened != conversation {
            keepFiles()
            timeline = TimelinePosition()
            composer = Composer()
            composer.files = unsentFiles.removeValue(forKey: conversation) ?? []
            if sheet?.isOfConversation == true { sheet = nil }
        }
        // Where a sheet takes the place of the chat, the chat is what was asked for.
        if size.columns < ScreenLayout.wide { sheet = nil }
        opened = conversation
        listed = conversation
        focus = .composer
        overlays = []
    }

    /// Keeps the composer's files for when its conversation is opened again.
    mutating func keepFiles() {
        if let opened, !composer.files.isEmpty { unsentFiles[opened] = composer.files }
    }
}

/// The composer: the text, and what it is for.
struct Composer: Equatable, Sendable {
    var editor = TextEditor()
    /// The attachments of the message, in order.
    var files: [AttachedFile] = []
    /// The message that is edited.
    var edited: MessageID?
    /// The message that is replied to.
    var original: MessageID?
    /// How far back in the user's own messages the text comes from; 0 is the text that is being written.
    var historyStep = 0
    var written = ""
    /// The chosen suggestion for a mention.
    var suggestion = 0
    /// Suggestions were closed for this text.
    var closedFor: String?
}

/// What is beside the chat, or in its place.
enum Sheet: Equatable, Sendable {
    case details(ListPosition)
    case insights(ConversationID?, ListPosition)
    case assistant(AssistantState)

    var isOfConversation: Bool {
        switch self {
        case .details: true
        case .insights(let conversation, _): conversation != nil
        case .assistant(let state): state.conversation != nil
        }
    }
}

/// The sheet of the assistant.
struct AssistantState: Equatable, Sendable {
    /// The conversation that it is about; `nil` for all.
    var conversation: ConversationID?
    var editor = TextEditor()
    /// The chosen source; `nil` while the question has the keys.
    var source: Int?
    /// Lines that are scrolled up from the end.
    var scrolled = 0
    /// The list of earlier topics, if it is open.
    var topics: ListPosition?
}

/// What lies over the screen.
enum Overlay: Equatable, Sendable {
    case help(Int)
    case switcher(TextEditor, ListPosition)
    case search(TextEditor, ListPosition)
    case people(PeopleState)
    case menu(Menu)
    case prompt(Prompt)
    case forward(MessageID, TextEditor, ListPosition)
    case picture(Attachment, String)
    case signIn(SignInState)
    case files(FilePicker)
    case recording(RecordingState)
    case reminders(ListPosition)
}

/// The choice of a file to attach.
struct FilePicker: Equatable, Sendable {
    /// The path.
    var editor = TextEditor()
    var position = ListPosition()
    /// Why the last file was not attached.
    var problem: String?
    /// Whether it closes once the file is attached.
    var closes = true
}

/// A voice message that is being recorded.
struct RecordingState: Equatable, Sendable {
    var startedAt: Timestamp
    /// Whether it has reached the longest duration.
    var isFull = false
    /// Whether the recorder was told to end.
    var isEnding = false
}

/// The choice of people, for a conversation or for a group that exists.
struct PeopleState: Equatable, Sendable {
    var editor = TextEditor()
    var position = ListPosition()
    var chosen: [User] = []
    /// The group that they are added to; `nil` for a new conversation.
    var group: ConversationID?
    /// A key that chooses, pressed before the list of this text was there: it is taken once it is.
    var waiting: Key?
}

/// A list of actions.
struct Menu: Equatable, Sendable {
    struct Item: Equatable, Sendable {
        var key: Character
        var label: String
        var outcome: Outcome
    }

    /// What choosing an item does.
    enum Outcome: Equatable, Sendable {
        case command(Command)
        case overlay(Overlay)
        case edit(MessageID)
        case reply(MessageID)
        case nothing
    }

    var title: String
    var text = ""
    var items: [Item]
    var position = ListPosition()
}

/// A question for one line of text.
struct Prompt: Equatable, Sendable {
    enum Purpose: Equatable, Sendable {
        case groupTitle([User])
        case rename(ConversationID)
        case reaction(MessageID)
        case saveAs(Attachment)
        case reminder(ReminderSubject)
    }

    var title: String
    var purpose: Purpose
    var editor = TextEditor()
}

/// The form of signing in.
struct SignInState: Equatable, Sendable {
    /// Server, e-mail, password and code.
    var fields = [TextEditor("http://127.0.0.1:8480"), TextEditor(), TextEditor(), TextEditor()]
    var field = 1
    var isWorking = false
    var asksCode = false
    var error = ""

    static let labels = ["Server", "E-mail", "Password", "Code"]
    var count: Int { asksCode ? 4 : 3 }
}
