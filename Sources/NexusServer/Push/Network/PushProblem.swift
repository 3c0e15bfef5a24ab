/// Why a request to a push service got no answer.
struct PushProblem: Error {
    enum Kind {
        /// No connection was made: another address of the host may do.
        case unreachable
        /// The connection broke, or no answer came in time.
        case broken
        /// The address may not be connected to.
        case refused
    }

    var kind: Kind
    var failure: PushFailure

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        failure = PushFailure(reason: kind == .refused ? "address" : "connection", text: PushFailure.cut(text))
    }

    var outcome: PushOutcome { kind == .refused ? .refused(failure) : .retry(after: nil, failure) }
}

extension PushFailure {
    /// A text within the limit of ``text``.
    static func cut(_ text: String) -> String { text.count <= 200 ? text : text.prefix(199) + "…" }
}
