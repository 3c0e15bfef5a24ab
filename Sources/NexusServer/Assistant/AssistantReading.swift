import NexusCore
import NexusDatabase
import NexusIntelligence

/// The candidate messages for a question, with their neighbours, in one snapshot.
///
/// If the user may read only a few messages, all of them. Otherwise those with the rarer words of the question and
/// those nearest to where answers are likely, each with its neighbours.
struct AssistantReading: Sendable {
    /// Up to so many messages, all are read.
    static let wholeLimit: Int64 = 4_000
    /// Nearest in meaning, and with one of the words: candidates at most.
    static let nearestLimit = 120
    static let perWord = 40
    static let wordLimit = 8
    /// Messages before and after a candidate that are read with it.
    static let neighbours = 3

    private(set) var messages: [SearchedMessage] = []
    private(set) var passages: [Passage] = []
    /// The titles of their conversations.
    private(set) var titles: [ConversationID: String] = [:]

    let utcOffset: Int

    /// - Parameters:
    ///   - vector: where answers are likely; nil without a model.
    ///   - blocks: nil without a model.
    init(
        _ question: String, vector: [Float]?, scope: AssistantScope, blocks: MeaningBlocks?, utcOffset: Int,
        now: Timestamp, _ reader: Reader
    ) throws {
        self.utcOffset = utcOffset
        for place in scope.places { titles[place.id] = place.name }
        var names = NameTable()
        let total = scope.places.reduce(Int64(0)) { $0 + max(0, $1.head - $1.deleted.clearedThrough) }
        if total <= Self.wholeLimit {
            for place in scope.places {
                let all = try scope.messages(in: place, limit: Int(Self.wholeLimit), reader)
                try add(all, vectors: try blocks?.block(of: place.id, reader), &names, reader)
            }
            return
        }
        let wanted = try candidates(question, vector: vector, scope: scope, blocks: blocks, now: now, reader)
        for place in scope.places {
            guard let seqs = wanted[place.id] else { continue }
            var near: [Seq: SearchedMessage] = [:]
            for seq in seqs.sorted() where near[seq] == nil || near[seq + 1] == nil {
                let around = try SearchRepository.around(
                    seq, in: place.id, for: scope.user, neighbours: Self.neighbours, reader)
                for message in around where scope.admits(message) { near[message.seq] = message }
            }
            try add(
                near.values.sorted { $0.seq < $1.seq }, vectors: try blocks?.block(of: place.id, reader), &names, reader
            )
        }
    }

    private func candidates(
        _ question: String, vector: [Float]?, scope: AssistantScope, blocks: MeaningBlocks?, now: Timestamp,
        _ reader: Reader
    ) throws -> [ConversationID: Set<Seq>] {
        var wanted: [ConversationID: Set<Seq>] = [:]
        if let vector, let blocks {
            var nearest = NearestKeys<(ConversationID, Seq)>(limit: Self.nearestLimit)
            let compact = CompactVector(vector)
            for place in scope.places {
                guard let block = try blocks.block(of: place.id, reader) else { continue }
                for (seq, cosine) in zip(block.keys, block.cosines(with: compact))
                where !place.deleted.hides(seq) && nearest.admits(cosine) {
                    nearest.add((place.id, seq), score: cosine)
                }
            }
            for (_, place) in nearest.best { wanted[place.0, default: []].insert(place.1) }
        }
        let mine = Set(scope.places.map(\.id))
        for word in QuestionTopic.words(of: question).prefix(Self.wordLimit) {
            guard var query = try? SearchGrammar(now: now, utcOffset: utcOffset).query(word) else { continue }
            if scope.places.count == 1 { query.places = scope.places.map { .id($0.id) } }
            var walk = SearchWalk(try SearchScope(query, for: scope.user, reader), wanted: Self.perWord, from: nil)
            try walk.run(reader)
            for message in walk.found where mine.contains(message.conversation) {
                wanted[message.conversation, default: []].insert(message.seq)
            }
        }
        return wanted
    }

    private mutating func add(
        _ messages: [SearchedMessage], vectors: VectorBlock?, _ names: inout NameTable, _ reader: Reader
    ) throws {
        var exchange = (passages.last?.exchange ?? -1) + 1
        var last: SearchedMessage?
        var places: [MessageID: Int] = [:]
        for message in messages {
            if let last, message.isNewExchange(after: last) { exchange += 1 }
            last = message
            places[message.id] = passages.count
            self.messages.append(message)
            passages.append(
                Passage(
                    sender: try names.name(of: message.sender, reader), text: message.text,
                    day: MeaningDay.words(message.writtenAt, utcOffset: utcOffset), exchange: exchange,
                    vector: vectors?.vector(for: message.seq), replyTo: message.replyTo.flatMap { places[$0] }))
        }
    }
}

extension SearchedMessage {
    /// Whether a long pause, or unread messages, lie between two messages of a conversation.
    func isNewExchange(after last: SearchedMessage) -> Bool {
        writtenAt.milliseconds - last.writtenAt.milliseconds > MeaningSearch.pause
            || seq - last.seq > Int64(AssistantReading.neighbours) * 4
    }
}

/// The names of users, each read once.
struct NameTable {
    private var names: [UserID: String] = [:]

    mutating func name(of user: UserID, _ reader: Reader) throws -> String {
        if let name = names[user] { return name }
        let name = try SearchRepository.name(of: user, reader) ?? ""
        names[user] = name
        return name
    }
}
