/// A device's questions to the server: conversations to catch up, pages to fetch. A few at a time, repeated when an
/// answer is lost; and when all conversations of a discovery are current, the time of that.
struct CatchUp: Sendable {
    /// Questions that wait for their answer at once.
    static let inFlightLimit = 8
    /// Milliseconds without an answer after which a question is repeated.
    static let answerTimeout: Int64 = 10_000
    /// The maximum of queued page requests; beyond it the oldest is dropped, since the user has scrolled on.
    static let pageLimit = 16

    enum Request: Equatable, Sendable {
        case changes(ConversationID)
        case page(PageRequest)
        /// The changes of the user's own stream.
        case own
        /// The changed insights of a conversation.
        case insights(ConversationID)

        /// Whether it must be answered before all changes from before this connection have arrived.
        fileprivate var isOfMessages: Bool {
            switch self {
            case .changes, .own: true
            case .page, .insights: false
            }
        }
    }

    private struct Waiting: Sendable {
        var request: Request
        var askedAt: Timestamp?
        /// Whether it is a page that waits for the changes of its conversation.
        var isHeld = false
    }

    private var waiting: [Waiting] = []
    /// The time that the last discovery was complete to, once everything it named is caught up.
    private var discovered: Timestamp?

    var isIdle: Bool { waiting.isEmpty }

    func wants(_ conversation: ConversationID) -> Bool { wants(.changes(conversation)) }

    func wants(_ request: Request) -> Bool { waiting.contains { $0.request == request } }

    /// Whether a question is on its way.
    func hasAsked(_ request: Request) -> Bool { waiting.contains { $0.request == request && $0.askedAt.hasValue } }

    /// Whether insights are asked for.
    var wantsInsights: Bool { waiting.contains { if case .insights = $0.request { true } else { false } } }

    mutating func want(_ request: Request) {
        guard !waiting.contains(where: { $0.request == request }) else { return }
        if case .page = request {
            let pages = waiting.indices.filter { if case .page = waiting[$0].request { true } else { false } }
            if pages.count >= CatchUp.pageLimit, let oldest = pages.first { waiting.remove(at: oldest) }
        }
        waiting.append(Waiting(request: request))
    }

    /// The question has been answered, or has become idle.
    mutating func settle(_ request: Request) {
        waiting.removeAll { $0.request == request }
        guard case .changes(let conversation) = request else { return }
        for position in pages(of: conversation) { waiting[position].isHeld = false }
    }

    /// A page settles its request.
    mutating func settle(_ page: Page) {
        waiting.removeAll {
            guard case .page(let wanted) = $0.request, wanted.conversation == page.conversation else { return false }
            switch wanted.anchor {
            case .before(let seq):
                return page.through == seq - 1 || (page.from...max(page.from, page.through)).contains(seq - 1)
            case .around(let seq): return page.from <= seq && seq <= page.through
            }
        }
    }

    /// A page was older than the changes here: asks for the conversation's changes, and for its pages again after their
    /// answer. A server that has lost changes gives the same page to each question, and its loss shows in that answer.
    mutating func askChangesBeforePages(of conversation: ConversationID) {
        for position in pages(of: conversation) {
            waiting[position].askedAt = nil
            waiting[position].isHeld = true
        }
        want(.changes(conversation))
    }

    private func pages(of conversation: ConversationID) -> [Int] {
        waiting.indices.filter {
            if case .page(let page) = waiting[$0].request { page.conversation == conversation } else { false }
        }
    }

    /// Forgets every question about a conversation.
    mutating func forget(_ conversation: ConversationID) {
        waiting.removeAll {
            switch $0.request {
            case .changes(let id), .insights(let id): id == conversation
            case .page(let page): page.conversation == conversation
            case .own: false
            }
        }
    }

    mutating func connected() {
        discovered = nil
        for position in waiting.indices {
            waiting[position].askedAt = nil
            waiting[position].isHeld = false
        }
    }

    mutating func disconnected() { connected() }

    /// A discovery was complete up to `time`.
    mutating func complete(to time: Timestamp) { discovered = time }

    /// The time up to which everything is current, reported once.
    mutating func caughtUp() -> Timestamp? {
        guard !waiting.contains(where: { $0.request.isOfMessages }) else { return nil }
        defer { discovered = nil }
        return discovered
    }

    mutating func due(at now: Timestamp) -> [Request] {
        var inFlight = 0
        for item in waiting where item.askedAt.map({ now.since($0) < CatchUp.answerTimeout }) == true { inFlight += 1 }
        var requests: [Request] = []
        // Insights are asked for last: messages and pages must not wait for them.
        var order: [Int] = []
        var last: [Int] = []
        for position in waiting.indices {
            if case .insights = waiting[position].request { last.append(position) } else { order.append(position) }
        }
        for position in order + last where inFlight < CatchUp.inFlightLimit && !waiting[position].isHeld {
            if let askedAt = waiting[position].askedAt, now.since(askedAt) < CatchUp.answerTimeout { continue }
            waiting[position].askedAt = now
            requests.append(waiting[position].request)
            inFlight += 1
        }
        return requests
    }

    func nextDue(at now: Timestamp) -> Int64? {
        var inFlight = 0
        var next: Timestamp?
        var hasTurn = false
        for item in waiting where !item.isHeld {
            guard let askedAt = item.askedAt else {
                hasTurn = true
                continue
            }
            inFlight += 1
            let time = askedAt.advanced(by: CatchUp.answerTimeout)
            next = min(next ?? time, time)
        }
        // While all places are taken, others wait for an answer, not for time.
        if hasTurn, inFlight < CatchUp.inFlightLimit { return 1 }
        return next.map { max(1, $0.since(now)) }
    }
}
