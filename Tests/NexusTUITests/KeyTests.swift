import NexusClient
import NexusCore
import Testing

@testable import NexusTUI

@Suite("Keys")
struct KeyTests {
    @Test("of the arrows and of vi move in the list, and Enter opens")
    func list() {
        var screen = TestedScreen()
        screen.press(.character("j"), Key(.enter))
        #expect(screen.commands == [.filter(""), .open(TestedScreen.talk)])
        screen.press(.character("g"), Key(.enter))
        #expect(screen.commands == [.filter(""), .open(TestedScreen.engines)])
        screen.press(Key(.down), .character("p"))
        #expect(screen.commands == [.pinConversation(TestedScreen.talk, true)])
    }

    @Test("type into the composer, and Enter sends")
    func composing() {
        var screen = TestedScreen()
        screen.open([])
        screen.type("q?/n")
        screen.press(Key(.enter, .alt))
        screen.type("two")
        #expect(screen.state.composer.editor.text == "q?/n\ntwo")
        screen.press(Key(.enter))
        #expect(screen.commands == [.reply(nil), .send("q?/n\ntwo")])
        #expect(screen.state.composer.editor.isEmpty)
        screen.type("   ")
        screen.press(Key(.enter))
        #expect(screen.commands == [])
    }

    @Test("refuse a message that is too long, and keep it")
    func tooLong() {
        var screen = TestedScreen()
        screen.open([])
        _ = screen.state.paste(String(repeating: "x", count: Limits.messageCharacters + 1), screen.content)
        screen.press(Key(.enter))
        #expect(screen.commands == [] && screen.state.notice?.contains("8000") == true)
        #expect(screen.state.composer.editor.text.count == Limits.messageCharacters + 1)
    }

    @Test("edit the last own message by an arrow in an empty composer, and Escape gives the text back")
    func editing() {
        var screen = TestedScreen()
        screen.open([TestedScreen.message(1, "first", isMine: true), TestedScreen.message(2, "not mine")])
        screen.press(Key(.up))
        #expect(screen.state.composer.editor.text == "first")
        screen.type("!")
        screen.press(Key(.enter))
        #expect(screen.commands == [.edit(MessageID(high: 3, low: 1), "first!"), .write("")])
        screen.press(Key(.up), Key(.escape))
        #expect(
            screen.state.composer.edited == nil && screen.state.composer.editor.isEmpty
                && screen.state.focus == .composer)
    }

    @Test("step through earlier messages and back to the text")
    func history() {
        var screen = TestedScreen()
        screen.open([TestedScreen.message(1, "one", isMine: true), TestedScreen.message(2, "two", isMine: true)])
        screen.type("new")
        screen.press(.control("p"))
        #expect(screen.state.composer.editor.text == "two")
        screen.press(.control("p"), .control("p"))
        #expect(screen.state.composer.editor.text == "one")
        screen.press(.control("n"), .control("n"))
        #expect(screen.state.composer.editor.text == "new")
    }

    @Test("complete a mention")
    func mention() {
        var screen = TestedScreen()
        screen.open([])
        screen.type("Hi @ho")
        #expect(screen.text.contains("Grace Hopper"))
        screen.press(Key(.tab))
        #expect(screen.state.composer.editor.text == "Hi @Grace Hopper ")
        #expect(screen.commands == [.mention(TestedScreen.grace), .write("Hi @Grace Hopper ")])
    }

    @Test("choose a message, and reply, react and delete")
    func messages() {
        var screen = TestedScreen()
        screen.open([TestedScreen.message(1, "first"), TestedScreen.message(2, "second", isMine: true)])
        screen.press(Key(.escape), .character("k"), .character("k"))
        #expect(screen.state.timeline.chosen == MessageID(high: 3, low: 1))
        screen.press(.character("r"))
        #expect(screen.state.focus == .composer && screen.text.contains("Reply to Grace Hopper: first"))
        screen.type("ok")
        screen.press(Key(.enter))
        #expect(screen.commands == [.reply(MessageID(high: 3, low: 1)), .send("ok")])
        screen.press(Key(.escape), .character("G"), .character("d"))
        #expect(screen.text.contains("Delete for everyone"))
        screen.press(.character("y"))
        #expect(screen.commands == [.delete(MessageID(high: 3, low: 2))] && screen.state.overlays.isEmpty)
    }

    @Test("keep the place while messages arrive, and ask for older ones at the top")
    func scrolling() {
        var screen = TestedScreen()
        let many = (1...60).map { TestedScreen.message($0, "Message \($0)") }
        screen.open(many, hasOlder: true)
        screen.press(Key(.escape), .character("k"), .control("u"), .control("u"))
        let place = screen.lines[2...20].map { $0.dropFirst(25) }
        screen.show(many + [TestedScreen.message(61, "Message 61")])
        #expect(screen.lines[2...20].map { $0.dropFirst(25) } == place)
        screen.press(.character("g"))
        #expect(screen.commands == [.loadOlder])
        screen.press(.character("G"))
        #expect(screen.text.contains("Message 61"))
    }

    @Test("follow new messages once the newest is visible, also where the chat began at an unread one")
    func following() {
        var screen = TestedScreen()
        let first = [TestedScreen.message(1, "Message 1")]
        screen.open(first)
        screen.state.timeline.anchor = .top(.message(first[0].id), line: 0)
        screen.state.timeline.settle(in: screen.content.chat?.blocks ?? [], height: 19)
        #expect(screen.state.timeline.anchor == .bottom)
        screen.show(first + (2...30).map { TestedScreen.message($0, "Message \($0)") })
        #expect(screen.text.contains("Message 30"))
        screen.state.timeline.anchor = .top(.message(first[0].id), line: 0)
        screen.state.timeline.settle(in: screen.content.chat?.blocks ?? [], height: 19)
        #expect(screen.state.timeline.anchor != .bottom && !screen.text.contains("Message 30"))
    }

    @Test("ask before leaving: Ctrl+C twice quits")
    func quitting() {
        var screen = TestedScreen()
        screen.press(.control("c"))
        #expect(screen.commands == [] && screen.text.contains("Ctrl+C again quits"))
        screen.press(.character("j"), .control("c"))
        #expect(screen.commands == [])
        screen.press(.control("c"))
        #expect(screen.commands == [.quit])
    }

    @Test("search, and Escape first clears the text")
    func search() {
        var screen = TestedScreen()
        screen.press(.control("f"))
        screen.type("green")
        #expect(screen.commands == [.search("green")])
        screen.content.search.results = [
            SearchResult(
                conversation: TestedScreen.engines, message: MessageID(high: 3, low: 7), seq: 7,
                sender: TestedScreen.grace,
                senderName: "Grace Hopper", writtenAt: TestedScreen.now,
                snippet: SearchSnippet(text: "The build is green", marks: [13..<18]))
        ]
        #expect(screen.text.contains("The build is green"))
        var found = screen
        found.press(Key(.enter))
        #expect(found.commands == [.jump(TestedScreen.engines, MessageID(high: 3, low: 7), 7)])
        #expect(found.state.overlays.isEmpty)
        screen.press(Key(.escape))
        #expect(screen.commands == [.search("")] && !screen.state.overlays.isEmpty)
        screen.press(Key(.escape))
        #expect(screen.state.overlays.isEmpty)
    }

    @Test("follow a source of an answer")
    func sources() {
        var screen = TestedScreen()
        screen.press(.character("A"))
        #expect(screen.commands == [.showAssistant(nil)])
        screen.type("Is it green?")
        screen.press(Key(.enter))
        #expect(screen.commands == [.ask("Is it green?")])
        let citation = Citation(
            message: MessageID(high: 3, low: 7), conversation: TestedScreen.engines, title: "Engines", seq: 7,
            sender: TestedScreen.grace, senderName: "Grace Hopper", writtenAt: TestedScreen.now,
            excerpt: "The build is green",
            match: 90, state: .current)
        screen.content.assistant.exchanges = [
            AssistantContent.Exchange(
                question: "Is it green?", answer: AssistantAnswer(.quotes, citations: [citation]),
                citations: [citation])
        ]
        #expect(screen.text.contains("[1] Grace Hopper"))
        screen.press(Key(.tab), Key(.enter))
        #expect(screen.commands == [.jump(TestedScreen.engines, MessageID(high: 3, low: 7), 7)])
    }

    @Test("click a conversation, a message, and turn the wheel")
    func mouse() {
        var screen = TestedScreen()
        screen.open((1...40).map { TestedScreen.message($0, "Message \($0)") })
        func click(_ x: Int, _ y: Int, _ action: MouseEvent.Action = .press) -> [Command] {
            screen.state.take(
                MouseEvent(action: action, x: x, y: y), on: screen.frame.click(x: x, y: y), screen.content)
        }
        #expect(click(5, 4) == [.open(TestedScreen.talk)])
        #expect(click(40, 20) == [] && screen.state.timeline.chosen == MessageID(high: 3, low: 40))
        _ = click(40, 10, .wheelUp)
        #expect(!screen.text.contains("Message 40 "))
        _ = click(40, 10, .wheelDown)
        #expect(screen.text.contains("Message 40 "))
    }

    @Test("survive any order")
    func noise() {
        let keys: [Key] =
            [
                .escape, .enter, .tab, .up, .down, .left, .right, .backspace, .delete, .pageUp, .pageDown, .home, .end,
                .function(1), .function(3),
            ]
            .map { Key($0) } + "abcdefghijklmnopqrstuvwxyzAGTIRLBMS+/?@ ".map { .character($0) }
            + "abefgjklnoprtuwx".map { .control($0) } + "av".map { .alt($0) }
        for seed in 0..<60 {
            var screen = TestedScreen(columns: 30 + seed * 2, rows: 4 + seed % 30)
            screen.open((1...12).map { TestedScreen.message($0, "Message \($0)", isMine: $0 % 3 == 0) }, hasOlder: true)
            var value = UInt64(seed + 1)
            for _ in 0..<300 {
                value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                screen.press(keys[Int((value >> 33) % UInt64(keys.count))])
            }
            #expect(screen.frame.grid.cells.count == screen.state.size.columns * screen.state.size.rows)
        }
    }

    @Test("nobody is chosen from a list of people that belongs to an earlier text")
    func earlierPeople() {
        let ada = User(id: TestedScreen.ada, name: "Ada Lovelace", email: "ada@example.org")
        let grace = User(id: TestedScreen.grace, name: "Grace Hopper", email: "grace@example.org")
        var screen = TestedScreen()
        screen.state.overlays = [.people(PeopleState())]
        screen.content.people = PeopleContent(people: [ada, grace])
        screen.type("gr")
        #expect(screen.commands == [.findPeople("gr")])
        screen.press(Key(.down))
        #expect(screen.commands.isEmpty && screen.state.overlays == [.people(searching("gr"))])
        screen.press(Key(.enter))
        #expect(screen.commands.isEmpty)
        screen.content.people = PeopleContent(query: "gr", people: [ada, grace], isSearching: true)
        #expect(screen.state.pressWaiting(screen.content).isEmpty)
        #expect(screen.text.contains("Searching…") && !screen.text.contains("Enter:"))
        // The answer is there: the key counts for it, once.
        screen.content.people = PeopleContent(query: "gr", people: [grace])
        #expect(screen.state.pressWaiting(screen.content) == [.startDirect(grace)])
        #expect(screen.state.pressWaiting(screen.content).isEmpty)
    }

    @Test("Tab pressed during a search chooses from its answer; a key after it takes it back")
    func waitingTab() {
        let grace = User(id: TestedScreen.grace, name: "Grace Hopper", email: "grace@example.org")
        var screen = TestedScreen()
        screen.state.overlays = [.people(PeopleState())]
        screen.type("g")
        screen.press(Key(.tab))
        screen.content.people = PeopleContent(query: "g", people: [grace])
        #expect(screen.state.pressWaiting(screen.content).isEmpty)
        #expect(screen.text.contains("☑ Grace Hopper"))
        screen.type("r")
        screen.press(Key(.tab), Key(.character("a")))
        screen.content.people = PeopleContent(query: "gra", people: [grace])
        #expect(screen.state.pressWaiting(screen.content).isEmpty)
        #expect(screen.text.contains("☑ Grace Hopper"))
    }

    private func searching(_ text: String) -> PeopleState {
        var people = PeopleState()
        people.editor.insert(text)
        return people
    }
}
