import NexusCore
import Testing

@testable import NexusServer

@Suite("Questions about presence")
struct PresenceQuestionLineTests {
    private let ada = UserID(high: 1, low: 1)
    private let room = ConversationID(high: 9, low: 9)
    private var line = PresenceQuestionLine()

    private func told(_ questions: [PresenceQuestion]) -> [UserID] {
        questions.compactMap { if case .tell(let user) = $0 { user } else { nil } }
    }

    @Test("one read is under way at a time, and takes what has come meanwhile")
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

    @Test("who waits to be told of is asked about once, but again after the asking began")
    mutating func deduplicated() {
        line.add(.tell(ada))
        line.add(.tell(ada))
        #expect(told(line.next()) == [ada])
        line.add(.tell(ada))
        #expect(line.answered() == true)
        #expect(told(line.next()) == [ada])
    }

    @Test("a read that failed is asked again before what came later")
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
        #expect(line.next().count == PresenceQuestionLine.questionsPerRead)
        #expect(line.answered() == true)
        #expect(line.next().count == 100 - PresenceQuestionLine.questionsPerRead)
    }

    @Test("an audience that could not be looked up is given up, since typing would come too late")
    mutating func failedAudience() {
        line.add(.audience(room))
        line.add(.tell(ada))
        _ = line.next()
        #expect(line.failed() == [room])
        #expect(line.next() == [.tell(ada)])
    }

    @Test("what is asked while somebody leaves is asked again: the answer may be from before")
    mutating func overtaken() {
        line.add(.tell(ada))
        _ = line.next()
        line.membersChanged(in: room, someLeft: true)
        #expect(line.answered() == false)
        #expect(line.next() == [.tell(ada)])
        #expect(line.answered() == true)
        #expect(line.isEmpty)
    }

    @Test("somebody who joins overtakes the question for that audience alone")
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

    @Test("a change of members while nothing is asked overtakes nothing")
    mutating func changedBefore() {
        line.membersChanged(in: room, someLeft: true)
        line.add(.tell(ada))
        _ = line.next()
        #expect(line.answered() == true)
    }

    @Test("past the limit no question is taken")
    mutating func full() {
        for number in 0..<PresenceQuestionLine.limit { line.add(.tell(UserID(high: 5, low: UInt64(number)))) }
        #expect(line.add(.tell(ada)) == false)
        #expect(line.add(.tell(UserID(high: 5, low: 0))) == true, "it waits already")
    }
}
