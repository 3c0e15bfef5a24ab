import Foundation
import NexusClient
import NexusCore
import NexusTestSupport
import Synchronization
@_spi(Host) import SwiftUI
import Testing
@_spi(Host) import WidgetKit

@testable import NexusSystem
@testable import NexusViews

@Suite("The widget and the intents") @MainActor
struct UnreadTests {
    @Test("an entry has the unread conversations and their number, and none without a user")
    func entry() async throws {
        let date = Date(timeIntervalSince1970: 0)
        let entry = await UnreadEntry.read(from: ScriptedSystem(), at: date)
        #expect(entry.isSignedIn && entry.rows.map(\.id) == [PreviewData.group] && entry.total == 2)
        #expect(entry.rows.first?.text == "And I check the numbers." && entry.rows.first?.title == "Launch")
        #expect(UnreadEntry(date: date, conversations: nil).isSignedIn == false)
    }

    @Test("a timeline is read from the store, and again after a quarter of an hour")
    func timeline() async throws {
        let provider = UnreadProvider { ScriptedSystem() }
        let timeline = await withCheckedContinuation { continuation in
            provider.getTimeline(in: TimelineProviderContext(family: .systemSmall)) {
                continuation.resume(returning: $0)
            }
        }
        let date = try #require(timeline.entries.first?.date)
        #expect(timeline.entries.first?.total == 2 && timeline.policy == .after(date.addingTimeInterval(900)))
        let failing = UnreadProvider { throw ClientError.signedOut }
        let snapshot = await withCheckedContinuation { continuation in
            failing.getSnapshot(in: TimelineProviderContext(family: .systemSmall)) {
                continuation.resume(returning: $0)
            }
        }
        #expect(!snapshot.isSignedIn)
    }

    @Test("a row leads to its conversation, by a link that the app reads")
    func links() throws {
        let message = PreviewData.messageID(3, in: PreviewData.group)
        for link in [ConversationLink(PreviewData.group), ConversationLink(PreviewData.group, message: message)] {
            #expect(ConversationLink(try #require(link.url)) == link)
        }
        for other in ["https://chat.example.org/join#abc", "nexus-app://conversation/none", "nexus-app://other/1"] {
            #expect(ConversationLink(try #require(URL(string: other))) == nil)
        }
    }

    @Test("conversations are suggested, found by their words, and resolved in order")
    func choices() async throws {
        let choices = ConversationChoices(ScriptedSystem())
        let all = try await choices.suggested()
        #expect(Set(all.map(\.title)) == ["Ben Okafor", "Launch"])
        #expect(try await choices.matching("laun").map(\.title) == ["Launch"])
        let identifiers = [PreviewData.group.text, "gone", PreviewData.direct.text]
        #expect(try await choices.choices(identifiers).map(\.title) == ["Launch", "Ben Okafor"])
    }

    @Test("\"Send a message\" says whether it is sent; a conversation that is gone is refused")
    func sends() async throws {
        let (online, offline) = (ScriptedSystem(), ScriptedSystem(outcome: .offline))
        #expect(try await IntentActions(online).send("Hello", to: PreviewData.group.text))
        #expect(try await !IntentActions(offline).send("Hello", to: PreviewData.group.text))
        #expect(offline.log.withLock { $0.sent } == [.init(text: "Hello", conversation: PreviewData.group)])
        await #expect(throws: ClientError.refused(.conversationGone)) {
            try await IntentActions(online).send("Hello", to: "nowhere")
        }
    }

    @Test("\"Ask Nexus\" reads statements, quotes or that there is no answer")
    func asks() async throws {
        #expect(
            try await IntentActions(ScriptedSystem()).ask("Why?") == "The answer is not in your conversations.")
        let citation = Citation(
            message: PreviewData.messageID(1), conversation: PreviewData.direct, title: "Ben Okafor", seq: 1,
            sender: PreviewData.ben.id, senderName: "Ben Okafor", writtenAt: PreviewData.time(0),
            excerpt: "On Friday at noon")
        let quotes = AssistantAnswer(.quotes, citations: [citation])
        #expect(try await IntentActions(ScriptedSystem(answer: quotes)).ask("When?") == "Ben Okafor: On Friday at noon")
        var written = AssistantAnswer(.written, citations: [citation])
        written.statements = [.init("It is on Friday.", citations: [0]), .init("At noon.", citations: [0])]
        #expect(
            try await IntentActions(ScriptedSystem(answer: written)).ask("When?") == "It is on Friday. At noon.")
    }
}
