import NexusCore
import Testing

@testable import NexusServer

@Suite("The conversations that a node follows")
struct NodeInterestTests {
    private let ada = UserID(high: 1, low: 1)
    private let ben = UserID(high: 1, low: 2)
    private let plans = ConversationID(high: 2, low: 1)
    private let lunch = ConversationID(high: 2, low: 2)

    @Test("begin with the first of their people who connects, and end some time after the last")
    func followed() {
        var interest = NodeInterest()
        #expect(interest.opened(ada) == true)
        #expect(interest.opened(ada) == false, "a second socket")
        #expect(interest.joined(ada, [plans, lunch]) == [plans, lunch])
        #expect(interest.opened(ben) == true)
        #expect(interest.joined(ben, [plans]) == [])
        interest.closed(ada, at: 0)
        #expect(interest.sweep(at: 100_000).users == [], "one socket is left")
        interest.closed(ada, at: 100_000)
        #expect(interest.sweep(at: 100_000 + NodeInterest.afterglow - 1).users == [])
        let gone = interest.sweep(at: 100_000 + NodeInterest.afterglow)
        #expect(gone.users == [ada])
        #expect(gone.conversations == [lunch])
        #expect(interest.follows(plans) && !interest.follows(lunch))
    }

    @Test("stay while someone comes back in time")
    func back() {
        var interest = NodeInterest()
        #expect(interest.opened(ada) == true)
        _ = interest.joined(ada, [plans])
        interest.closed(ada, at: 0)
        #expect(interest.opened(ada) == false)
        #expect(interest.sweep(at: 1_000_000).users == [])
        #expect(interest.follows(plans))
    }

    @Test("follow who becomes a member and who no longer is one")
    func membership() {
        var interest = NodeInterest()
        #expect(interest.joined(ada, [plans]) == [], "nobody is connected")
        _ = interest.opened(ada)
        #expect(interest.joined(ada, [plans]) == [plans])
        #expect(interest.joined(ada, [plans]) == [], "twice is once")
        #expect(interest.parted(ada, plans) == true)
        #expect(interest.parted(ada, plans) == false)
        #expect(interest.conversationCount == 0)
    }
}
