import NexusCore

/// Embeds messages, and in the same pass computes what the reader of insights needs of them.
public struct MessageEncoder: Sendable {
    public struct Input: Sendable {
        /// The sender's name.
        public var sender: String
        public var text: String
        /// The members of its conversation.
        public var members: MemberNames

        public init(sender: String, text: String, members: MemberNames) {
            self.sender = sender
            self.text = text
            self.members = members
        }
    }

    /// Counts up with each change of what is computed: stored values of another version are computed again.
    public static let version: Int64 = 6

    private let encoder: SentenceEncoder
    private let network: ClauseNetwork

    /// nil if the network's parameters are damaged.
    public init?(_ encoder: SentenceEncoder) {
        guard let network = ClauseNetwork.shared else { return nil }
        self.encoder = encoder
        self.network = network
    }

    /// The unit vector of each message as `SentenceEncoder.embed` of `Passage.line` gives it, and its meaning for the reader.
    public func read(_ messages: [Input]) -> [(vector: [Float], meaning: MessageMeaning)] {
        let segments = messages.map { message in
            Clause.segments(
                of: message.text, ClauseSplitter(names: message.members.names).clauses(of: message.text),
                sender: message.sender)
        }
        return encoder.embed(parted: segments, statesAfter: ClauseNetwork.layer).map { vectors in
            // Neither the sender's name before the clauses nor the rest after them.
            let parts = zip(vectors.parts, vectors.states).dropFirst().dropLast()
            return (vectors.whole, network.meaning(whole: vectors.whole, parts: parts.map { ($0, $1[...]) }))
        }
    }
}

/// The members of a conversation by the names used in it.
public struct MemberNames: Sendable {
    let names: Names

    public init(_ members: [InsightMember]) { names = Names(members) }
}
