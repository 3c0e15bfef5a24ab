import Testing

@testable import NexusCore

@Suite("Banners")
struct BannerTests {
    private func banner(_ seq: Seq, in conversation: ConversationID = team, text: String = "hello") -> Banner {
        Banner(
            conversation: conversation, message: Message.at(seq, in: conversation).id, sender: ben, senderName: "Ben",
            title: nil, text: text)
    }

    @Test("are shown one at a time for four seconds; three wait, and one more replaces the oldest of them")
    func queue() {
        var queue = BannerQueue()
        for seq in Seq(1)...5 { queue.add(banner(seq), viewed: nil, at: noon) }
        #expect(queue.shown == banner(1))
        #expect(queue.waiting == [banner(3), banner(4), banner(5)])
        #expect(queue.nextTick(at: noon) == 4_000)
        queue.tick(at: noon.advanced(by: 3_999))
        #expect(queue.shown == banner(1))
        queue.tick(at: noon.advanced(by: 4_000))
        #expect(queue.shown == banner(3))
        queue.dismiss(at: noon)
        #expect(queue.shown == banner(4))
    }

    @Test("of a conversation end when it is opened, and none appear for the one on the screen")
    func opened() {
        var queue = BannerQueue()
        queue.add(banner(1), viewed: team, at: noon)
        #expect(queue.shown == nil)
        queue.add(banner(1), viewed: other, at: noon)
        queue.add(banner(2, in: other), viewed: nil, at: noon)
        queue.add(banner(3), viewed: nil, at: noon)
        queue.opened(team, at: noon)
        #expect(queue.shown == banner(2, in: other))
        #expect(queue.waiting.isEmpty)
        #expect(queue.nextTick(at: noon) == 4_000)
    }

    @Test("do not stay for hours when the clock is set back")
    func clock() {
        var queue = BannerQueue()
        queue.add(banner(1), viewed: nil, at: noon)
        queue.tick(at: noon.advanced(by: -3_600_000))
        #expect(queue.shown == nil)
    }

    @Test("have fifty characters, and split no emoji")
    func text() {
        #expect(banner(1, text: String(repeating: "a", count: 50)).text.count == 50)
        let cut = banner(1, text: String(repeating: "👩‍👩‍👧", count: 51)).text
        #expect(cut == String(repeating: "👩‍👩‍👧", count: 49) + "…")
    }

    @Test("appear for others' messages that are not on any screen")
    func screens() {
        let engine = ScriptedDevice.inTeam().engine
        let hidden = Screens([.init(viewed: team, isVisible: false), .init(viewed: other, isVisible: true)])
        let seen = Screens([.init(viewed: team, isVisible: true), .init(viewed: other, isVisible: true)])
        #expect(engine.banner(for: .at(2), on: hidden)?.senderName == "Ben")
        #expect(engine.banner(for: .at(2), on: seen) == nil)
        #expect(engine.banner(for: .at(2, by: ada), on: hidden) == nil)
        #expect(hidden.isActive)
        #expect(!Screens([.init(viewed: team, isVisible: false)]).isActive)
        #expect(!Screens().isActive)
    }
}
