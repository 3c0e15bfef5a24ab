import Foundation
import NexusCore
import Testing

@Suite("The protocol document")
struct ProtocolDocumentTests {
    let text: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        text = try String(contentsOf: root.appending(path: "docs/protocol.md"), encoding: .utf8)
    }

    @Test("lists every error code with its status and whether it is transient")
    func errorCodes() {
        for code in ErrorCode.all {
            let row = "| `\(code.text)` | \(code.status) | \(code.isTransient ? "yes " : "")|"
            #expect(text.contains(row), "no row for \(code.text)")
        }
        #expect(Set(ErrorCode.all.map(\.text)).count == ErrorCode.all.count)
    }

    @Test("states every limit at its value")
    func limits() {
        let stated = [
            ("characters (Unicode scalars) of a message", Limits.messageCharacters),
            ("characters of a display name", Limits.nameCharacters),
            ("characters of a group's title", Limits.titleCharacters),
            ("characters of the reason of a report, and of an administrator's note", Limits.reasonCharacters),
            ("characters of the reason of a report, and of an administrator's note", Limits.reasonCharacters),
            ("bytes of an e-mail address", Limits.emailBytes),
            ("characters of a password, at least", Limits.passwordMinimum),
            ("bytes of a password, at most", Limits.passwordBytes),
            ("members of a group", Limits.groupMembers),
            ("messages in one `delete`", Limits.messagesPerDelete),
            ("bytes of an emoji", Limits.emojiBytes),
            ("different emoji on a message", Limits.reactionEmoji),
            ("reactions to a message, over all emoji", Limits.reactions),
            ("mentions in a message", Limits.mentions),
            ("messages in a page, at most", Limits.pageMessages),
            ("messages in a page without `limit`, and in a fresh page", Limits.defaultPageMessages),
            ("changes caught up one by one", Int(Limits.catchUpChanges)),
            ("conversations in one `moved`", Limits.movedConversations),
            ("people in one search", Limits.peopleResults),
            ("characters of a search", Limits.searchCharacters),
            ("parts of a search", Limits.searchParts),
            ("results in one answer to a search", Limits.searchResults),
            ("newest matches among which the best are picked", Limits.searchRanked),
            ("characters of a snippet, about", Limits.snippetCharacters),
            ("characters of a question to the assistant", Limits.questionCharacters),
            ("characters of a source that an answer shows", Limits.excerptCharacters),
            ("bytes of a frame from a client", Limits.frameBytes),
            ("unanswered operations of a session", Limits.operationsInFlight),
        ]
        for (name, value) in stated {
            #expect(text.contains("| \(name) | \(grouped(value)) |"), "\(name) is not \(grouped(value))")
        }
        for (name, milliseconds) in [
            ("typing without renewal", Limits.typingMilliseconds),
            ("silence after which a session counts as gone", Limits.presenceLeaseMilliseconds),
            ("heartbeat", Limits.heartbeatMilliseconds),
        ] {
            #expect(text.contains("| \(name) | \(milliseconds / 1_000) s |"), "\(name) is not as in the code")
        }
    }

    private func grouped(_ number: Int) -> String {
        var digits = Array(String(number))
        var position = digits.count - 3
        while position > 0 {
            digits.insert(",", at: position)
            position -= 3
        }
        return String(digits)
    }
}
