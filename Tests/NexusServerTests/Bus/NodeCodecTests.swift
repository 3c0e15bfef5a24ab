import NexusCore
import Testing

@testable import NexusServer

@Suite("Messages between nodes")
struct NodeCodecTests {
    private static let sender = NodeID(high: 7, low: 8)
    private static let (ada, ben) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2))
    private static let conversation = ConversationID(high: 2, low: 3)
    private static let session = SessionID(high: 4, low: 5)

    /// One of each kind.
    private static let all: [NodeMessage] = [
        .change(
            ForeignChange(
                conversation: conversation, recipients: [ada, ben], departed: [ben], joined: [ada], author: ada,
                hidden: [ada: [ben: .receipts], ben: [ada: .everything, ben: .picture]], frame: Array("{\"ä\":1}".utf8))
        ),
        .change(ForeignChange(conversation: conversation, recipients: [], frame: Array("x".utf8))),
        .frame([ada], Array("frame".utf8)),
        .typing(conversation, ada, isActive: true, recipients: [ben]),
        .sessionEnded(session), .sessionRefreshed(session, ada),
        .presence(
            PresenceNews(
                number: 9, marks: [.begins, .ends],
                entries: [
                    PresenceNews.Entry(user: ada, sessions: [session], showsPresence: nil, lastSeen: nil),
                    PresenceNews.Entry(
                        user: ben, sessions: [], showsPresence: false, lastSeen: Timestamp(milliseconds: 5)),
                ])),
        .heartbeat(.max), .ask(nil), .ask(sender), .leaving, .switched(ada), .related(ada, ben),
    ]

    @Test("are read as they were written")
    func roundTrip() throws {
        for message in Self.all {
            let read = try #require(NodeCodec.decode(NodeCodec.encode(message, from: Self.sender)))
            #expect(read.message == message)
            #expect(read.sender == Self.sender)
        }
    }

    @Test("of another version or kind are not read, nor any that were cut")
    func unreadable() {
        for message in Self.all {
            let bytes = NodeCodec.encode(message, from: Self.sender)
            #expect(NodeCodec.decode([NodeCodec.version + 1] + bytes.dropFirst()) == nil)
            var other = bytes
            other[17] = 200
            #expect(NodeCodec.decode(other) == nil)
            // The end of a text is not told from the text.
            for length in 0..<min(bytes.count, 18) where length < bytes.count {
                #expect(NodeCodec.decode(Array(bytes.prefix(length))) == nil)
            }
        }
    }

    @Test("can have any bytes without harm")
    func fuzzed() {
        var random = SplitMix(state: 7)
        for _ in 0..<20_000 {
            var bytes = NodeCodec.encode(Self.all.randomElement(using: &random) ?? .leaving, from: Self.sender)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 17..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            if let read = NodeCodec.decode(bytes) {
                #expect(NodeCodec.decode(NodeCodec.encode(read.message, from: read.sender))?.message == read.message)
            }
        }
    }
}
