import AsyncHTTPClient
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NexusCore

/// A language model behind OpenAI's chat completions.
///
/// Time-outs, 429 and 5xx are tried three times in all, with backoff or after `Retry-After`; other errors are not
/// retried, nor is a reply that has begun to stream. Redirects are not followed: messages go only to the operator's
/// endpoint.
public final class ChatEndpoint: ChatModel {
    /// Attempts per request.
    static let tries = 3
    /// Bytes of a reply that are read, at most.
    static let replyLimit = 4 << 20

    let settings: ChatEndpointSettings
    private let waits: Waits
    /// The request format that the endpoint accepts.
    private let dialect = NIOLockedValueBox(CompletionDialect())

    /// The backoff between attempts.
    struct Waits: Sendable {
        var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// From 0 to 1.
        var chance: @Sendable () -> Double = { Double.random(in: 0...1) }

        /// Half a second, doubled with each attempt, half of it random, so that many servers do not return at once.
        func wait(after tries: Int) -> Duration {
            .milliseconds(Int64(500 * Double(1 << (tries - 1)) * (0.5 + chance())))
        }
    }

    /// One for the process, never shut down. Follows no redirects.
    static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(10)
        configuration.httpVersion = .http1Only
        // Connection errors are reported at once: retries are decided here.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }()

    public convenience init(_ settings: ChatEndpointSettings) { self.init(settings, waits: Waits()) }

    init(_ settings: ChatEndpointSettings, waits: Waits) {
        self.settings = settings
        self.waits = waits
    }

    public var name: String { settings.model }
    public var window: Int { settings.window }

    public func reply(to request: ChatRequest) -> ChatReply {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await self.run(try request.fitted(to: window)) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    // MARK: Tries

    private func run(_ request: ChatRequest, _ give: @escaping @Sendable (ChatPiece) -> Void) async throws {
        let end = ContinuousClock.now + request.deadline
        var tried = 0
        while true {
            let progress = ReplyProgress()
            do {
                return try await ReplyTimeout.run(until: end, patience: settings.patience, progress: progress) {
                    try await self.attempt(request, progress, give)
                }
            } catch let error as Refused {
                guard let next = error.next else { throw error.error }
                dialect.withLockedValue { $0 = next }
            } catch let error as ChatModelError {
                tried += 1
                let left = end - .now
                let wait = error.retryAfter ?? waits.wait(after: tried)
                guard error.isRetried, !progress.hasBegun, tried < Self.tries, wait < left else { throw error }
                try await waits.sleep(wait)
            }
        }
    }

    /// An error that may be due to the format of the request.
    private struct Refused: Error {
        let error: ChatModelError
        let next: CompletionDialect?
    }

    private func attempt(
        _ request: ChatRequest, _ progress: ReplyProgress, _ give: @Sendable (ChatPiece) -> Void
    ) async throws {
        let dialect = dialect.withLockedValue { $0 }
        var outgoing = HTTPClientRequest(url: settings.url)
        outgoing.method = .POST
        outgoing.headers.add(name: "content-type", value: "application/json")
        outgoing.headers.add(name: "accept", value: "text/event-stream, application/json")
        if let key = settings.key { outgoing.headers.add(name: "authorization", value: "Bearer \(key.text)") }
        outgoing.body = .bytes(ByteBuffer(bytes: dialect.body(of: request, model: settings.model)))
        let response: HTTPClientResponse
        do {
            response = try await Self.client.execute(outgoing, deadline: .distantFuture)
        } catch let error as HTTPClientError where error == .connectTimeout {
            throw ChatModelError(.timedOut)
        } catch {
            try Task.checkCancellation()
            throw ChatModelError(.unreachable)
        }
        guard response.status == .ok else {
            let error = Self.error(of: response)
            guard [400, 404, 422].contains(Int(response.status.code)) else { throw error }
            let text = String(buffer: (try? await response.body.collect(upTo: 64 << 10)) ?? ByteBuffer())
            let isUnknown = response.status == .notFound
            throw Refused(
                error: error, next: isUnknown ? nil : dialect.adapted(to: text, hasShape: request.shape != nil))
        }
        do {
            try await read(response, progress, give)
        } catch let error as ChatModelError {
            throw error
        } catch {
            try Task.checkCancellation()
            throw ChatModelError(progress.hasBegun ? .cut : .unreachable)
        }
    }

    // MARK: Reading

    private func read(
        _ response: HTTPClientResponse, _ progress: ReplyProgress, _ give: @Sendable (ChatPiece) -> Void
    ) async throws {
        let isStream = response.headers.first(name: "content-type")?.hasPrefix("text/event-stream") ?? false
        var reading = CompletionParser()
        var events = EventStream()
        var whole: [UInt8] = []
        var size = 0
        for try await buffer in response.body {
            progress.moved()
            size += buffer.readableBytes
            guard size <= Self.replyLimit, !events.isOverlong else { throw ChatModelError(.invalidReply) }
            guard isStream else {
                whole.append(contentsOf: buffer.readableBytesView)
                continue
            }
            for event in events.read(buffer.readableBytesView) {
                for piece in try reading.read(event) { progress.give(piece, give) }
            }
            if reading.isDone { break }
        }
        if isStream {
            if !reading.isDone, let event = events.finish() {
                for piece in try reading.read(event) { progress.give(piece, give) }
            }
        } else {
            for piece in try reading.readWhole(String(decoding: whole, as: UTF8.self)) { progress.give(piece, give) }
        }
        for piece in try reading.finish() { progress.give(piece, give) }
    }

    private static func error(of response: HTTPClientResponse) -> ChatModelError {
        let status = Int(response.status.code)
        let code: ChatModelError.Code =
            switch status {
            case 401, 403: .notAuthorized
            case 404: .unknownModel
            case 408, 504: .timedOut
            case 413: .tooLong
            case 429: .rateLimited
            case 500...: .failed
            default: .refused
            }
        return ChatModelError(code, status: status, retryAfter: retryAfter(response.headers))
    }

    /// `Retry-After` in seconds (RFC 9110 §10.2.3); a date counts as none, since clocks differ.
    private static func retryAfter(_ headers: HTTPHeaders) -> Duration? {
        if let text = headers.first(name: "retry-after-ms"), let value = Double(text), (0...86_400_000).contains(value)
        {
            return .milliseconds(Int64(value))
        }
        guard let text = headers.first(name: "retry-after"), let value = Double(text), (0...86_400).contains(value)
        else {
            return nil
        }
        return .milliseconds(Int64(value * 1_000))
    }
}
