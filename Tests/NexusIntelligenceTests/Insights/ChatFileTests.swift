import Foundation
import NexusCore
import NexusEvaluation
import NexusIntelligence
import Testing

@Suite("Chat files")
struct ChatFileTests {
    private static let head = """
        name: gate
        domain: building site
        language: en
        zone: Europe/Berlin
        members: Oskar, Tom Weber
        about: terse

        day 2026-03-02

        """

    private static func folder(_ path: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../\(path)").standardized.path
    }

    @Test("of this repository are all read, and those held out are not among those trained on")
    func repository() throws {
        var names: Set<String> = []
        for (path, least) in [("Training/Chat", 829), ("Fixtures/Chat", 20), ("Fixtures/Teams", 14)] {
            let files = try ChatFolder.files(at: Self.folder(path))
            #expect(files.count >= least, "\(path)")
            for file in files {
                #expect(names.insert(file.name).inserted, "\(path): \(file.name)")
                #expect(file.input.count == file.messages.count, "\(path): \(file.name)")
            }
        }
    }

    @Test("hold messages with replies, labels with evidence, and questions")
    func form() throws {
        let file = try ChatFile(
            text: Self.head + """
                1 07:58 Oskar | open the gate tom?\\nthanks
                + request a1 to=Tom Weber due=2026-03-03T07:00 "open the gate tom?" title="Open the gate"
                2 07:59 Tom Weber ^1 | yep
                + accept a1

                ask Oskar | who opens? | 2 | who
                ask Oskar | who paints? | none | who
                catchup Oskar after 1 | 2
                """)
        #expect(file.messages.map(\.replyTo) == [nil, 1])
        #expect(file.messages[0].text == "open the gate tom?\nthanks")
        let label = try #require(file.messages[0].labels.first)
        #expect(label.kind == .request && label.item == "a1" && label.to == "Tom Weber")
        #expect(label.evidence == "open the gate tom?" && label.title == "Open the gate")
        #expect(file.questions.map(\.sources) == [.messages([2]), .none])
        #expect(file.input[0].writtenAt.milliseconds == 1_772_434_680_000)
    }

    @Test(
        "name the line that is not of the form",
        arguments: [
            ("1 07:58 Oskar | hi\n+ urgnt", 10, "is no label"), ("2 07:58 Oskar | hi", 9, "has a number out of order"),
            ("1 07:58 Eve | hi", 9, "names no member"), ("hello", 9, "is no message, label, day or question"),
            ("1 07:58 Oskar | hi\n+ help \"ho\"", 10, "quotes what the message does not say"),
            ("1 07:58 Oskar | hi\nask Oskar | who? | 3 | who", 10, "has a number out of order"),
        ])
    func mistakes(lines: String, line: Int, reason: String) {
        #expect {
            try ChatFile(text: Self.head + lines)
        } throws: { "\($0)" == "line \(line) \(reason)" }
    }
}
