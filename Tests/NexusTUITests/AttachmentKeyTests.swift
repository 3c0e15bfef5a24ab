import NexusClient
import NexusCore
import Testing

@testable import NexusTUI

@Suite("Attachments on the screen")
struct AttachmentKeyTests {
    private static let plan = AttachedFile(path: "/tmp/plan.pdf", name: "plan.pdf", bytes: 2_048)
    private static let media = MediaID(high: 8, low: 1)

    private func attachment(_ kind: NexusCore.Attachment.Kind, _ name: String, number: UInt64 = 1)
        -> NexusCore.Attachment
    {
        NexusCore.Attachment(
            media: MediaID(high: 8, low: number), kind: kind, name: name, type: "", bytes: 4_096,
            duration: kind == .voice ? 12_000 : 0, waveform: kind == .voice ? [0, 8, 16, 31] : [])
    }

    @Test("are chosen by their path, with Tab as in a shell")
    func choosing() {
        var screen = TestedScreen()
        screen.open([])
        screen.press(.alt("a"))
        #expect(screen.commands == [.listFolder("")] && screen.text.contains("Reading…"))
        screen.content.folder = FolderListing(
            folder: "",
            entries: [.init(name: "work", isFolder: true), .init(name: "plan-a", isFolder: false, bytes: 3)])
        screen.type("w")
        screen.press(Key(.tab))
        #expect(screen.commands == [.listFolder("work/")])
        screen.content.folder = FolderListing(
            folder: "work/",
            entries: [
                .init(name: "plan-a.pdf", isFolder: false, bytes: 3_072), .init(name: "plan-b.pdf", isFolder: false),
            ])
        screen.press(Key(.tab))
        #expect(screen.text.contains("work/plan-") && screen.text.contains("3.0 KB"))
        screen.type("b")
        screen.press(Key(.enter))
        #expect(screen.commands == [.attach(["work/plan-b.pdf"], replacing: nil)])
        screen.press(Key(.backspace), Key(.down), Key(.enter, .alt))
        #expect(screen.commands == [.attach(["work/plan-b.pdf"], replacing: nil)])
        screen.press(Key(.escape))
        #expect(screen.state.overlays.isEmpty && screen.state.focus == .composer)
    }

    @Test("wait above the text, go with it, and leave by Backspace")
    func sending() {
        var screen = TestedScreen()
        screen.open([])
        screen.state.composer.files = [Self.plan, Self.plan]
        #expect(screen.text.contains("▤ plan.pdf  2.0 KB") && screen.frame.grid.cursor?.y == 22)
        screen.type("a")
        screen.press(Key(.backspace), Key(.backspace))
        #expect(screen.state.composer.files == [Self.plan])
        // A caption is not needed.
        screen.press(Key(.enter))
        #expect(screen.commands == [.reply(nil), .sendFiles("", [Self.plan])])
        #expect(screen.state.composer.files.isEmpty)
    }

    @Test("of more than fit are counted")
    func many() {
        var screen = TestedScreen()
        screen.open([])
        screen.state.composer.files = [AttachedFile](repeating: Self.plan, count: 10)
        #expect(screen.text.contains("and 7 more"))
        for rows in 1...12 {
            screen.state.size = GridSize(columns: 30, rows: rows)
            #expect(screen.frame.grid.cells.count == 30 * rows)
        }
    }

    @Test("stay with their conversation, and outlast an edit")
    func staying() {
        var screen = TestedScreen()
        screen.open([TestedScreen.message(1, "first", isMine: true)])
        screen.state.composer.files = [Self.plan]
        screen.press(Key(.up))
        screen.press(.alt("a"))
        #expect(screen.state.notice?.contains("edit") == true && screen.state.overlays.isEmpty)
        screen.type("!")
        screen.press(Key(.enter))
        #expect(screen.commands.first == .edit(MessageID(high: 3, low: 1), "first!"))
        #expect(screen.state.composer.files == [Self.plan])
        screen.state.show(TestedScreen.talk)
        #expect(screen.state.composer.files.isEmpty)
        screen.state.show(TestedScreen.engines)
        #expect(screen.state.composer.files == [Self.plan])
    }

    @Test("Saving an edit brings back the text of before")
    func editing() {
        var screen = TestedScreen()
        screen.open([TestedScreen.message(1, "first", isMine: true)])
        screen.type("half")
        screen.press(Key(.escape), .character("k"), Key(.enter), .character("E"))
        #expect(screen.state.composer.editor.text == "first")
        screen.press(Key(.enter))
        #expect(screen.commands == [.edit(MessageID(high: 3, low: 1), "first"), .write("half")])
        #expect(screen.state.composer.editor.text == "half")
    }

    @Test("are offered where a path is pasted")
    func pasting() {
        var screen = TestedScreen()
        screen.open([])
        let commands = screen.state.paste("/tmp/plan.pdf", screen.content)
        #expect(
            commands == [
                .write("/tmp/plan.pdf"),
                .offerFiles([["/tmp/plan.pdf"], ["/tmp/plan.pdf"]], pasted: "/tmp/plan.pdf"),
            ])
        #expect(screen.state.paste("words", screen.content) == [.write("/tmp/plan.pdfwords")])
    }

    @Test("show the progress of their upload, which can be cancelled")
    func uploading() {
        var screen = TestedScreen()
        var message = TestedScreen.message(1, "The plan", isMine: true)
        (message.seq, message.status) = (nil, .sending)
        message.attachments = [attachment(.file, "plan.pdf")]
        message.canSendTextAlone = true
        screen.open([message])
        screen.show([message], [message.id: MessageActivity(upload: UploadProgress(sent: 1_024, total: 4_096))])
        #expect(screen.text.contains("▰▰▱▱▱▱▱▱▱▱  1.0 KB of 4.0 KB"))
        screen.content.chat?.uploads = [message.id]
        screen.press(Key(.escape), Key(.enter))
        #expect(screen.text.contains("Cancel the upload") && screen.text.contains("Send without the file; it follows"))
        var cancelled = screen
        cancelled.press(.character("D"))
        #expect(cancelled.commands == [.discard(message.id)])
        screen.press(.character("t"))
        #expect(screen.commands == [.sendText(message.id, discardingFiles: false)])
    }

    @Test("that failed can be discarded while the text is sent")
    func failed() {
        var screen = TestedScreen(columns: 140)
        var message = TestedScreen.message(1, "Look", isMine: true)
        (message.seq, message.status) = (nil, .failed)
        message.refusal = Refusal(.attachmentInvalid, "The picture is damaged.")
        message.attachments = [attachment(.image, "a.png"), attachment(.image, "b.png", number: 2)]
        message.canSendTextAlone = true
        screen.open([message])
        #expect(screen.text.contains("send the text alone"))
        screen.press(Key(.escape), Key(.enter))
        #expect(screen.text.contains("Send without the pictures; they follow") && screen.text.contains("Send again"))
        screen.press(.character("T"))
        #expect(screen.commands == [.sendText(message.id, discardingFiles: true)])
    }

    @Test("of a message with several are opened one by one, or saved together")
    func several() {
        var screen = TestedScreen()
        var message = TestedScreen.message(1, "")
        message.attachments = [attachment(.file, "one.txt"), attachment(.file, "two.txt", number: 2)]
        screen.open([message])
        screen.press(Key(.escape), .character("s"))
        #expect(screen.commands == message.attachments.map { .download($0) })
        screen.press(.character("o"), .character("2"))
        #expect(screen.commands == [.view(message.attachments[1])])
    }

    @Test("are saved elsewhere under another name")
    func savingAs() {
        var screen = TestedScreen()
        screen.open([])
        let file = attachment(.file, "plan.pdf")
        screen.state.overlays = [.picture(file, "plan.pdf")]
        screen.press(.character("o"))
        #expect(screen.commands == [.openOutside(file)])
        screen.press(.character("S"))
        #expect(screen.text.contains("./plan.pdf"))
        screen.press(.control("u"))
        screen.type("~/new.pdf")
        screen.press(Key(.enter))
        #expect(screen.commands == [.save(file, "~/new.pdf")])
    }

    @Test("A voice message has its waveform and length, and the position while it is played")
    func voice() {
        var screen = TestedScreen()
        var message = TestedScreen.message(1, "")
        message.attachments = [attachment(.voice, "voice.webm")]
        screen.open([message])
        #expect(screen.text.contains("♪ ▁▁▁▁▁▁▁▁▂▂▂▂▂▂▂▂▄▄▄▄▄▄▄▄███████  0:12"))
        screen.show([message], [message.id: MessageActivity(voice: PlayedVoice(media: Self.media, position: 3_000))])
        #expect(screen.text.contains("■ ▁▁") && screen.text.contains("0:03 / 0:12"))
        screen.show([message], [message.id: MessageActivity(voice: PlayedVoice(media: Self.media))])
        #expect(screen.text.contains("loading…"))
        screen.press(Key(.escape), .character("o"))
        #expect(screen.commands == [.view(message.attachments[0])])
        let flat = VoiceBars.cells([], count: 4, part: 0.5, .bold, .faint)
        #expect(flat.text == "────" && flat.map(\.style) == [.bold, .bold, .faint, .faint])
        #expect(VoiceBars.cells([255], count: 1, part: 2, .bold, .faint).text == "█")
        #expect(DurationText.of(600_000) == "10:00" && DurationText.of(-1) == "0:00")
    }

    @Test("A voice message is recorded, sent or discarded")
    func recording() {
        var screen = TestedScreen()
        screen.open([])
        screen.press(.alt("v"))
        #expect(screen.commands == [.record])
        let started = TestedScreen.now.advanced(by: -7_000)
        screen.state.overlays = [.recording(RecordingState(startedAt: started))]
        #expect(screen.text.contains("● Recording  0:07"))
        screen.press(.character("x"))
        #expect(screen.commands == [] && screen.state.isRecording)
        // A click on a banner would hide it.
        #expect(screen.state.take(MouseEvent(action: .press, x: 0, y: 0), on: .banner, screen.content) == [])
        var sent = screen
        sent.press(Key(.enter))
        #expect(sent.commands == [.endRecording(isSent: true)] && sent.text.contains("One moment…"))
        sent.press(Key(.enter))
        #expect(sent.commands == [])
        screen.press(Key(.escape))
        #expect(screen.commands == [.endRecording(isSent: false)])
        screen.state.overlays = [.recording(RecordingState(startedAt: started, isFull: true))]
        #expect(screen.text.contains("10:00, the longest"))
    }
}
