import NexusCore
import Testing

@testable import NexusServer

@Suite("Typing leases")
struct TypingLeasesTests {
    private let ada = UserID(high: 1, low: 1)
    private let grace = UserID(high: 2, low: 2)
    private let joan = UserID(high: 3, low: 3)
    private let room = ConversationID(high: 9, low: 9)
    private let other = ConversationID(high: 8, low: 8)
    private var typing = TypingLeases(life: 3_000)

    private func notice(_ isActive: Bool, to recipients: [UserID]) -> TypingLeases.Notice {
        TypingLeases.Notice(conversation: room, user: ada, isActive: isActive, recipients: recipients)
    }

    @Test("are announced to the other members, with each renewal")
    mutating func began() {
        #expect(typing.began(ada, in: room, recipients: [grace], at: 0) == [notice(true, to: [grace])])
        #expect(
            typing.began(ada, in: room, recipients: [grace, joan], at: 2_000) == [notice(true, to: [grace, joan])])
        #expect(typing.count == 1)
    }

    @Test("end three seconds after the last frame")
    mutating func expiry() {
        _ = typing.began(ada, in: room, recipients: [grace], at: 0)
        _ = typing.began(ada, in: room, recipients: [grace], at: 2_000)
        #expect(typing.nextExpiry == 5_000)
        #expect(typing.expire(at: 4_999) == [])
        #expect(typing.expire(at: 5_000) == [notice(false, to: [grace])])
        #expect(typing.nextExpiry == nil)
    }

    @Test("end when requested, once")
    mutating func ended() {
        _ = typing.began(ada, in: room, recipients: [grace], at: 0)
        #expect(typing.ended(ada, in: other) == [])
        #expect(typing.ended(ada, in: room) == [notice(false, to: [grace])])
        #expect(typing.ended(ada, in: room) == [])
    }

    @Test("end everywhere with the last device")
    mutating func left() {
        _ = typing.began(ada, in: room, recipients: [grace], at: 0)
        _ = typing.began(ada, in: other, recipients: [joan], at: 0)
        _ = typing.began(grace, in: room, recipients: [ada], at: 0)
        #expect(Set(typing.left(ada).map(\.conversation)) == [room, other])
        #expect(typing.count == 1)
    }

    @Test("a former member neither sends nor receives typing")
    mutating func departed() {
        _ = typing.began(ada, in: room, recipients: [grace, joan], at: 0)
        _ = typing.began(grace, in: room, recipients: [ada, joan], at: 0)
        let notices = typing.departed([grace], from: room)
        #expect(notices.map(\.user) == [grace])
        #expect(typing.ended(ada, in: room) == [notice(false, to: [joan])])
    }

    @Test("are bounded")
    mutating func bounded() {
        for number in 0..<(TypingLeases.limit + 5) {
            _ = typing.began(UserID(high: 7, low: UInt64(number)), in: room, recipients: [], at: 0)
        }
        #expect(typing.count == TypingLeases.limit)
    }
}
