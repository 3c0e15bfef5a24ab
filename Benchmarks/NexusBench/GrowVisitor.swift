import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NexusCore
import NexusServer

/// What people do in the organisation of `grow`, one request after the other.
struct GrowVisitor {
    let setting: BenchSetting
    let team: BenchTeam
    let organisation: GrowingOrganisation
    let client: HTTPClient

    /// Waits until the server has indexed all messages: it says so for as long as a look at everything may take.
    /// - Returns: the seconds that it took.
    func indexed() async throws -> Double {
        let start = ContinuousClock.now
        var end = start
        while ContinuousClock.now - end < .seconds(5) {
            try await Task.sleep(for: .milliseconds(250))
            if try await remaining() > 0 { end = .now }
        }
        return (end - start) / .seconds(1)
    }

    /// Messages that search has yet to take in.
    private func remaining() async throws -> Double {
        let response = try await client.execute(
            HTTPClientRequest(url: "http://\(setting.host):\(setting.port)/metrics"), timeout: .seconds(60))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        let name = "nexus_search_remaining "
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        guard let value = line.flatMap({ Double($0.dropFirst(name.count)) }) else {
            throw BenchFailure("/metrics does not tell what search has yet to take in")
        }
        return value
    }

    /// Milliseconds of posts, pages and searches, each in a conversation that is drawn anew.
    func times(requests: Int) async throws -> [(name: String, samples: [Double])] {
        var random = BenchRandom(seed: 5)
        var posts: [Double] = []
        var pages: [Double] = []
        var older: [Double] = []
        var searches: [Double] = []
        for number in 0..<requests {
            let conversation = Int.random(in: 0..<organisation.conversations, using: &random)
            let person = team.people[organisation.members(of: conversation)[number % GrowingOrganisation.members]]
            let id = team.conversations[conversation]
            posts.append(
                try await post(organisation.vocabulary.sentence(using: &random), in: id, by: person.accessToken))
            pages.append(try await page(of: id, "", by: person.accessToken))
            older.append(try await page(of: id, "&before=60", by: person.accessToken))
            let kind = SearchVocabulary.Kind.allCases[number % SearchVocabulary.Kind.allCases.count]
            searches.append(
                try await search(organisation.vocabulary.query(kind, using: &random), by: person.accessToken))
        }
        return [("post", posts), ("page", pages), ("olderPage", older), ("search", searches)]
    }

    /// Milliseconds in which a device that has nothing gets all messages of its person's conversations.
    func catchUps() async throws -> [Double] {
        let loop = setting.connector.eventLoop
        let conversations = (0..<organisation.conversations).filter { organisation.members(of: $0).contains(0) }
        let expected = conversations.count * GrowingOrganisation.messagesOfEach
        var times: [Double] = []
        for _ in 0..<5 {
            let reader = NIOLoopBoundBox.makeBoxSendingValue(
                CatchupReader(expected: expected, mayBeMore: true), eventLoop: loop)
            let channels = try await setting.connector.open([team.people[0].accessToken]) { _, connection in
                reader.value.attach(connection)
            }
            let done = loop.makePromise(of: Void.self)
            let start = ContinuousClock.now
            try await loop.submit { reader.value.start(done) }.get()
            try await done.futureResult.get()
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            for channel in channels { try? await channel.close() }
        }
        return times
    }

    // MARK: Requests

    private func post(_ text: String, in conversation: ConversationID, by token: String) async throws -> Double {
        var random = SystemRandomNumberGenerator()
        let now = BenchServer.now()
        let operation = Operation(
            id: OperationID(at: now, using: &random), kind: .post(conversation, text: text, writtenAt: now))
        return try await timed(.POST, "\(Endpoints.operations.path)", operation.json, token).milliseconds
    }

    private func page(of conversation: ConversationID, _ query: String, by token: String) async throws -> Double {
        let (body, milliseconds) = try await timed(
            .GET, "/v1/conversations/\(conversation)/messages?limit=50\(query)", nil, token)
        let page = try body.withUnsafeReadableBytes { bytes throws(JSONError) in try Page.decode(bytes) }
        guard page.messages.count == 50 else { throw BenchFailure("\(page.messages.count) messages on the page") }
        return milliseconds
    }

    private func search(_ query: String, by token: String) async throws -> Double {
        let (body, milliseconds) = try await timed(
            .POST, "\(Endpoints.search.path)", SearchRequest(query: query, order: .best).json, token)
        _ = try body.withUnsafeReadableBytes { bytes throws(JSONError) in try SearchAnswer.decode(bytes) }
        return milliseconds
    }

    private func timed(
        _ method: HTTPMethod, _ path: String, _ body: [UInt8]?, _ token: String
    ) async throws -> (body: ByteBuffer, milliseconds: Double) {
        var request = HTTPClientRequest(url: "http://\(setting.host):\(setting.port)\(path)")
        request.method = method
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        let start = ContinuousClock.now
        let response = try await client.execute(request, timeout: .seconds(60))
        let answer = try await response.body.collect(upTo: 1 << 20)
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        guard response.status == .ok else { throw BenchFailure("\(path) was refused: \(String(buffer: answer))") }
        return (answer, milliseconds)
    }
}
