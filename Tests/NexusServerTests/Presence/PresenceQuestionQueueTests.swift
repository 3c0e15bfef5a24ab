import NexusCore
import Testing

@testable import NexusServer

@Suite("The queue of presence questions")
struct PresenceQuestionQueueTests {
    private let ada = UserID(high: 1, low: 1)
    private let room = ConversationID(high: 9, low: 9)
    private var line = PresenceQuestionQueue()

    private func told(_ questions: [PresenceQuestion]) -> [UserID] {
        questions.compactMap { if case .tell(let user) = $0 { user } else { nil } }
    }

    @Test("one read runs at a time, and takes all waiting questions")
    mutating func oneAtATime() {
        let users = (0..<3).map { UserID(high: 5, low: $0) }
        line.add(.tell(users[0]))
        #expect(told(line.next()) == [users[0]])
        line.add(.tell(users[1]))
        line.add(.tell(users[2]))
        #expect(line.next().isEmpty)
        #expect(line.answered() == true)
        #expect(told(line.next()) == [users[1], users[2]])
        #expect(line.answered() == true)
        #expect(line.isEmpty)
    }

    @Test("a waiting announcement is queried once, but again after its read began")
    mutating func deduplicated() {
        line.add(.tell(ada))
        line.add(.tell(ada))
        #expect(told(line.next()) == [ada])
        line.add(.tell(ada))
        #expect(line.answered() == true)
        #expect(told(line.next()) == [ada])
    }

    @Test("a failed read is retried before later questions")
    mutating func failed() {
        let grace = UserID(high: 2, low: 2)
        line.add(.tell(ada))
        _ = line.next()
        line.add(.joined([grace], room))
        #expect(line.failed() == [])
        let questions = line.next()
        #expect(told(questions) == [ada])
        #expect(questions.count == 2)
    }

    @Test("a read takes a bounded number of questions, and the rest follows")
    mutating func bounded() {
        for number in 0..<100 { line.add(.tell(UserID(high: 5, low: UInt64(number)))) }
        #expect(line.next().count == PresenceQuestionQueue.questionsPerRead)
        #expect(line.answered() == true)
        #expect(line.next().count == 100 - PresenceQuestionQueue.questionsPerRead)
    }

    @Test("a failed audience is dropped, since typing would come too late")
    mutating func failedAudience() {
        line.add(.audience(room))
        line.add(.tell(ada))
        _ = line.next()
        #expect(line.failed() == [room])
        #expect(line.next() == [.tell(ada)])
    }

    @Test("questions during a departure are repeated: the answer may be stale")
    mutating func overtaken() {
        line.add(.tell(ada))
        _ = line.next()
        line.membersChanged(in: room, someLeft: true)
        #expect(line.answered() == false)
        #expect(line.next() == [.tell(ada)])
        #expect(line.answered() == true)
        #expect(line.isEmpty)
    }

    @Test("a new member invalidates the question for that audience alone")
    mutating func joined() {
        line.add(.tell(ada))
        _ = line.next()
        line.membersChanged(in: room, someLeft: false)
        #expect(line.answered() == true)
        line.add(.audience(room))
        _ = line.next()
        line.membersChanged(in: room, someLeft: false)
        #expect(line.answered() == false)
    }

    @Test("a change of members without questions invalidates nothing")
    mutating func changedBefore() {
        line.membersChanged(in: room, someLeft: true)
        line.add(.tell(ada))
        _ = line.next()
        #expect(line.answered() == true)
    }

    @Test("beyond the limit questions are refused")
    mutating func full() {
        for number in 0..<PresenceQuestionQueue.limit { line.add(.tell(UserID(high: 5, low: UInt64(number)))) }
        #expect(line.add(.tell(ada)) == false)
        #expect(line.add(.tell(UserID(high: 5, low: 0))) == true, "it waits already")
    }
}
