import HTTPTypes
import Hummingbird
import NIOCore
import NexusCore

/// The live socket over requests, for clients behind a proxy that passes no WebSockets (docs/decisions/0024).
struct PolledRoutes: Sendable {
    let gateway: LiveGateway
    let hub: Hub
    let sockets: PolledSockets
    let limit: UserLimit

    /// - Parameter router: behind the session and the second factor.
    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.respond(to: Endpoints.openPolledSocket) { _, request, context in
            let caller = try context.requireSession()
            try limit.take(caller.user)
            let session = try gateway.session(caller, path: request.uri.string)
            let connection = try await sockets.open(session, on: context.channel.eventLoop)
            // Admission may have closed it at once.
            guard hub.connection(session.socket, of: caller.user)?.id == connection.id else {
                throw Refusal(.rateLimited, "This device could not be connected.", retryAfter: 30_000)
            }
            return PolledRoutes.fresh(Response(json: PolledSocket(socket: session.socket)))
        }
        router.respond(to: Endpoints.poll) { _, request, context in
            let connection = try connection(context)
            let after = try number("after", in: request) ?? 0
            let wait = min(try request.number("wait") ?? Limits.pollHoldMilliseconds, Limits.pollHoldMilliseconds)
            return try PolledRoutes.response(
                await sockets.poll(connection, after: after, wait: .milliseconds(wait)))
        }
        router.respond(to: Endpoints.sendFrames, maximumBytes: Limits.polledBytes) { body, request, context in
            let connection = try connection(context)
            guard let first = try number("first", in: request) else {
                throw Refusal(.invalidRequest, "first is the number of the first frame.")
            }
            let lines = body.split(separator: UInt8(ascii: "\n")).map { ByteBuffer(bytes: $0) }
            try await sockets.take(lines, first: first, from: connection)
            return PolledRoutes.fresh(Response(json: Nothing()))
        }
        router.respond(to: Endpoints.closePolledSocket) { _, _, context in
            try connection(context).close(code: 1000, reason: "")
            return PolledRoutes.fresh(Response(json: Nothing()))
        }
    }

    /// The caller's own polled socket that the path names.
    ///
    /// - Throws: `Refusal`: `not_found` for a socket of another session too, so that none can be probed.
    private func connection(_ context: NexusRequestContext) throws -> LiveConnection {
        let caller = try context.requireSession()
        try limit.take(caller.user)
        let socket: SocketID = try context.identifier("socket")
        guard let connection = hub.connection(socket, of: caller.user),
            (connection.context as? LiveSession)?.session == caller.session
        else { throw PolledInlet.closed }
        return connection
    }

    private func number(_ name: String, in request: Request) throws -> Int? {
        try request.number(name).flatMap(Int.init(exactly:))
    }

    private static func response(_ answer: PollAnswer) throws(Refusal) -> Response {
        switch answer {
        case .frames(let lines):
            return fresh(
                Response(
                    status: .ok, headers: [.contentType: "application/x-ndjson"],
                    body: ResponseBody(byteBuffer: lines)))
        case .closed(4_001): throw Refusal(.sessionEnded, "This session was ended. Sign in again.")
        case .closed(4_002): throw .tokenExpired
        case .closed: throw PolledInlet.closed
        }
    }

    /// No cache on the way may keep or repeat an answer.
    private static func fresh(_ response: Response) -> Response {
        var response = response
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
