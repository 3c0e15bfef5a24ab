import Testing

@testable import NexusCore

@Suite("Catching up")
struct CatchUpTests {
    private func conversation(_ number: UInt64) -> ConversationID { ConversationID(high: 1, low: number) }

    @Test("asks eight questions at a time, each once until its answer times out")
    func inFlight() {
        var catchUp = CatchUp()
        for number in UInt64(1)...20 { catchUp.want(.changes(conversation(number))) }
        catchUp.want(.changes(conversation(1)))
        #expect(catchUp.due(at: noon) == (1...8).map { .changes(conversation($0)) })
        #expect(catchUp.due(at: noon).isEmpty)
        #expect(catchUp.nextDue(at: noon) == 10_000, "no timer that fires at once, again and again")
        catchUp.settle(.changes(conversation(3)))
        #expect(catchUp.due(at: noon.advanced(by: 1)) == [.changes(conversation(9))])
        #expect(catchUp.due(at: noon.advanced(by: 10_000)).count == 7)
    }

    @Test("is complete to the time of a discovery once all named conversations are current, and reports it once")
    func complete() {
        var catchUp = CatchUp()
        catchUp.want(.changes(team))
        catchUp.complete(to: noon)
        #expect(catchUp.caughtUp() == nil)
        catchUp.want(.page(PageRequest(conversation: team, anchor: .before(9))))
        catchUp.settle(.changes(team))
        #expect(catchUp.caughtUp() == noon, "pages are a person's wish, not part of it")
        #expect(catchUp.caughtUp() == nil)
    }

    @Test("a broken socket keeps the questions, and forgets the discovery")
    func disconnected() {
        var catchUp = CatchUp()
        catchUp.want(.changes(team))
        _ = catchUp.due(at: noon)
        catchUp.complete(to: noon)
        catchUp.disconnected()
        #expect(catchUp.due(at: noon) == [.changes(team)])
        catchUp.settle(.changes(team))
        #expect(catchUp.caughtUp() == nil)
    }

    @Test("drops the oldest page request when there are too many: the user has scrolled on")
    func pages() {
        var catchUp = CatchUp()
        for seq in Seq(1)...20 { catchUp.want(.page(PageRequest(conversation: team, anchor: .before(seq * 100)))) }
        var asked: [CatchUp.Request] = []
        while !catchUp.isIdle {
            let due = catchUp.due(at: noon)
            asked += due
            for request in due { catchUp.settle(request) }
        }
        #expect(asked.count == 16)
        #expect(!asked.contains(.page(PageRequest(conversation: team, anchor: .before(400)))))
    }

    @Test(
        "a page settles its request, before or around",
        arguments: [PageRequest.Anchor.before(101), .around(90)])
    func pageSettles(anchor: PageRequest.Anchor) {
        var catchUp = CatchUp()
        catchUp.want(.page(PageRequest(conversation: team, anchor: anchor)))
        catchUp.settle(Page(conversation: other, from: 51, through: 100, head: 200, messages: []))
        catchUp.settle(Page(conversation: team, from: 1, through: 50, head: 200, messages: []))
        #expect(!catchUp.isIdle)
        catchUp.settle(Page(conversation: team, from: 51, through: 100, head: 200, messages: []))
        #expect(catchUp.isIdle)
    }
}
