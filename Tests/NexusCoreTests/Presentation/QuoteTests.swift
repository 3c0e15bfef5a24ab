import Testing

@testable import NexusCore

@Suite("Quotes")
struct QuoteTests {
    private let answer = Message.at(9, text: "yes", replyTo: Message.at(2).id)

    @Test("show the present text of the original, and that it was deleted")
    func present() {
        var chat = OpenedChat(.inTeam(cursor: 9), held: [.at(2, text: "lunch?"), answer])
        #expect(chat.quote == Quote(.at(2), by: "Ben", text: "lunch?"))
        chat.hear(
            .change(Change(conversation: team, seq: 10, messages: [.at(2, text: "lunch at one?", changed: 10)])))
        #expect(chat.quote == Quote(.at(2), by: "Ben", text: "lunch at one?"))
        #expect(
            chat.last.splices.flatMap { $0.rows.messages }.map(\.seq) == [2, 9], "both rows are told, and no other")
        chat.hear(.change(Change(conversation: team, seq: 11, messages: [.at(2, changed: 11, deleted: true)])))
        #expect(chat.quote?.state == .deleted)
        #expect(chat.quote?.text == "")
    }

    @Test("follow an original outside the loaded window")
    func elsewhere() {
        let page = HeldPage([answer], originals: [.at(2, text: "lunch?")], isOldest: false, isNewest: true)
        var chat = OpenedChat(.inTeam(cursor: 9), page: page)
        #expect(chat.quote?.text == "lunch?")
        #expect(chat.chat.takeMissingOriginals().isEmpty)
        chat.hear(.change(Change(conversation: team, seq: 10, messages: [.at(2, text: "dinner?", changed: 10)])))
        #expect(chat.quote?.text == "dinner?")
        #expect(chat.messages.map(\.seq) == [9], "it is not shown for that")
    }

    @Test("request a missing original once, and are filled in when it is found")
    func missing() {
        var chat = OpenedChat(
            .inTeam(cursor: 8), page: HeldPage([.at(8)], isOldest: false, isNewest: true))
        chat.hear(.change(Change(conversation: team, seq: 9, messages: [answer])))
        #expect(chat.quote == Quote(missing: Message.at(2).id))
        #expect(chat.chat.takeMissingOriginals() == [Message.at(2).id])
        #expect(chat.chat.takeMissingOriginals().isEmpty)
        chat.chat.know([.at(2, text: "lunch?"), .at(3, in: other)])
        chat.look()
        #expect(chat.quote?.text == "lunch?")
        chat.hear(.change(Change(conversation: team, seq: 10, messages: [.at(10, replyTo: Message.at(2).id)])))
        #expect(chat.chat.takeMissingOriginals().isEmpty, "it is known by now")
    }

    @Test("are filled in by a page that is fetched for another reason")
    func fetched() {
        let device = ScriptedDevice.inTeam(cursor: 9, gaps: Gaps([1...7]))
        var chat = OpenedChat(device, page: HeldPage([.at(8), answer], isOldest: false, isNewest: true))
        #expect(chat.quote?.state == .missing)
        chat.device.handle(.loadAround(team, 2))
        chat.look()
        let page = Page(conversation: team, from: 1, through: 7, head: 9, messages: [.at(2, text: "lunch?")])
        chat.hear(.page(page))
        #expect(chat.quote?.text == "lunch?")
    }

    @Test("show the user's own pending changes")
    func pending() throws {
        let question = Message.at(2, by: ada, text: "lunch?")
        var chat = OpenedChat(.inTeam(cursor: 9), held: [question, answer])
        try chat.device.perform(.edit(team, message: question.id, text: "lunch at one?"))
        chat.look()
        #expect(chat.quote?.text == "lunch at one?")
        try chat.device.perform(.delete(team, messages: [question.id]))
        chat.look()
        #expect(chat.quote?.state == .deleted)
    }

    @Test("of an unsent original show it, and still do once it is sent")
    func unsent() throws {
        var chat = OpenedChat(.inTeam())
        let question = try chat.device.post("lunch?")
        chat.look()
        try chat.device.perform(.post(team, text: "or dinner", writtenAt: noon, replyTo: question.retyped()))
        chat.look()
        #expect(chat.quote == Quote(Message.at(2).with(question.retyped()), by: "Ada", text: "lunch?", sender: ada))
        chat.hear(.ack(Acknowledgement(operation: question, seq: 2, at: noon)))
        #expect(chat.messages.map(\.seq) == [2, nil])
        #expect(chat.quote?.text == "lunch?")
    }

    @Test("disappear with the reply, and return when its deletion is discarded")
    func deletedAnswer() throws {
        let mine = Message.at(9, by: ada, replyTo: Message.at(2).id)
        var chat = OpenedChat(.inTeam(cursor: 9), held: [.at(2), mine])
        let deletion = try chat.device.perform(.delete(team, messages: [mine.id]))
        chat.look()
        #expect(chat.quote == nil)
        chat.hear(.refusal(.operation(deletion), Refusal(.forbidden, "No.")))
        #expect(chat.quote?.text == "hello")
    }

    @Test("of an original deleted for oneself show nothing of it, anywhere")
    func hidden() throws {
        var device = ScriptedDevice.inTeam()
        device.hear(.change(Change(conversation: team, seq: 2, messages: [.at(2, text: "lunch?")])))
        device.hear(.change(Change(conversation: team, seq: 3, messages: [.at(3, replyTo: Message.at(2).id)])))
        let answer = Message.at(3, replyTo: Message.at(2).id)
        var chat = OpenedChat(device, held: [.at(2, text: "lunch?"), answer])
        var far = OpenedChat(
            device, page: HeldPage([answer], originals: [.at(2, text: "lunch?")], isOldest: false, isNewest: true))
        #expect(chat.quote?.text == "lunch?")
        try chat.device.perform(.updateSettings(team, SettingsChange(hidden: [2])))
        chat.look()
        try far.device.perform(.updateSettings(team, SettingsChange(clearedThrough: 2)))
        far.look()
        for quote in [chat.quote, far.quote] {
            #expect(quote?.state == .hidden)
            #expect(quote?.text == "")
        }
        let later = OpenedChat(chat.device, held: [.at(2, text: "lunch?"), answer])
        #expect(later.quote?.state == .hidden, "in a chat that is opened later, too")
        var screen = TimelineScreen(me: ada, members: [])
        screen.deleted = DeletedForOneself(later: [2])
        let rows = screen.rows(messages: [answer], originals: [.at(2, text: "lunch?")], outbox: [])
        #expect(rows.messages.last?.quote?.text == "")
        chat.hear(
            .change(Change(conversation: team, seq: 4, messages: [.at(2, text: "lunch at one?", changed: 4)])))
        #expect(chat.quote?.text == "", "nor what it says later")
    }

    @Test("of a long text are cut")
    func long() {
        let long = String(repeating: "👩‍👩‍👧", count: 200)
        let chat = OpenedChat(.inTeam(cursor: 9), held: [.at(2, text: long), answer])
        #expect(chat.quote?.text.count == Quote.textCharacters)
        #expect(chat.quote?.text.last == "…")
    }
}

extension OpenedChat {
    /// The quote of the last message.
    fileprivate var quote: Quote? { messages.last?.quote }
}

extension Quote {
    fileprivate init(_ message: Message, by name: String, text: String, sender: UserID = ben) {
        self.init(
            of: MessageRow(
                id: message.id, seq: nil, sender: sender, senderName: name, isMine: false, text: text, writtenAt: noon))
    }
}

extension Message {
    fileprivate func with(_ id: MessageID) -> Message {
        var message = self
        message.id = id
        return message
    }
}
