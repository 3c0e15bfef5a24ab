import NexusCore

/// The requests of a live socket over HTTP (docs/protocol.md, "Behind a proxy without WebSockets").
struct PollingRequests: Sendable {
    /// Milliseconds that an answer may take beyond the time for which the server holds the poll.
    private static let patience: Int64 = 10_000

    let api: AuthorizedAPI

    /// - Parameter zone: the device's time zone.
    func open(zone: String) async throws(ClientError) -> SocketID {
        try await api.call(Endpoints.openPolledSocket, Nothing(), query: [("zone", zone)]).socket
    }

    /// The frames after a number, as lines of JSON; none if there were none in `wait` milliseconds.
    func poll(_ socket: SocketID, after number: Int, wait: Int64) async throws(ClientError) -> [ArraySlice<UInt8>] {
        let target = ServerAPI.target(
            "\(Endpoints.poll.path)", path: ["socket": "\(socket)"],
            query: [("after", "\(number)"), ("wait", "\(wait)")])
        let reply = try await api.authorized { (token) throws(ClientError) in
            try await api.api.send(
                HTTPRequest(
                    method: .post, target: target, accessToken: token, body: Nothing().json,
                    timeoutSeconds: (wait + PollingRequests.patience) / 1_000))
        }
        return reply.body.split(separator: UInt8(ascii: "\n"))
    }

    /// Sends frames, each a line of JSON, of which the first has that number.
    func send(_ frames: ArraySlice<[UInt8]>, first: Int, on socket: SocketID) async throws(ClientError) {
        let target = ServerAPI.target(
            "\(Endpoints.sendFrames.path)", path: ["socket": "\(socket)"], query: [("first", "\(first)")])
        let body = Array(frames.joined(separator: [UInt8(ascii: "\n")]))
        _ = try await api.authorized { (token) throws(ClientError) in
            try await api.api.send(
                HTTPRequest(
                    method: .post, target: target, accessToken: token, body: body,
                    contentType: "application/x-ndjson"))
        }
    }

    func close(_ socket: SocketID) async {
        _ = try? await api.call(Endpoints.closePolledSocket, Nothing(), path: ["socket": "\(socket)"])
    }
}
