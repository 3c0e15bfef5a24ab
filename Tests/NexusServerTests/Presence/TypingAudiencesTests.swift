import NexusCore
import Testing

@testable import NexusServer

@Suite("Typing audiences")
struct TypingAudiencesTests {
    private let ada = UserID(high: 1, low: 1)
    private let grace = UserID(high: 2, low: 2)
    private let room = ConversationID(high: 9, low: 9)
    private var audiences = TypingAudiences()

    private func word(_ user: UserID, _ isActive: Bool = true) -> TypingAudiences.Word {
        TypingAudiences.Word(user: user, isActive: isActive, device: 1)
    }

    @Test("frames before the audience is known wait, and come in order")
    mutating func waiting() {
        #expect(audiences[room] == nil)
        #expect(audiences.wait(word(ada), in: room) == true)
        #expect(audiences.wait(word(grace), in: room) == true)
        #expect(audiences.waitingCount == 2)
        #expect(audiences.found([ada, grace], in: room) == [word(ada), word(grace)])
        #expect(audiences[room] == [ada, grace])
        #expect(audiences.waitingCount == 0)
    }

    @Test("an audience is invalidated when it changes")
    mutating func forgotten() {
        _ = audiences.found([ada, grace], in: room)
        audiences.forget(room)
        #expect(audiences[room] == nil)
    }

    @Test("frames are dropped once the user's typing has ended")
    mutating func ended() {
        _ = audiences.wait(word(ada), in: room)
        _ = audiences.wait(word(grace), in: room)
        audiences.ended(ada, in: room)
        #expect(audiences.waitingCount == 1)
        #expect(audiences.found([ada, grace], in: room) == [word(grace)])
    }

    @Test("frames for an unknown audience are dropped")
    mutating func failed() {
        _ = audiences.wait(word(ada), in: room)
        audiences.failed(room)
        #expect(audiences.waitingCount == 0)
        #expect(audiences.found([ada], in: room) == [])
    }

    @Test("a conversation that does not exist is not cached")
    mutating func nobody() {
        _ = audiences.found([], in: room)
        #expect(audiences[room] == nil)
    }

    @Test("waiting frames and cached members are bounded")
    mutating func bounded() {
        for _ in 0..<TypingAudiences.waitingLimit { #expect(audiences.wait(word(ada), in: room) == true) }
        #expect(audiences.wait(word(ada), in: room) == false)
        let crowd = (0..<1_000).map { UserID(high: 7, low: $0) }
        for number in 0...UInt64(TypingAudiences.memberLimit / 1_000) {
            _ = audiences.found(crowd, in: ConversationID(high: 7, low: number))
        }
        #expect(audiences[ConversationID(high: 7, low: 0)] == nil)
        #expect(audiences[ConversationID(high: 7, low: UInt64(TypingAudiences.memberLimit / 1_000))] == crowd)
    }
}
