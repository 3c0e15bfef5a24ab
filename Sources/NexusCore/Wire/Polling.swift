/// The answer of `Endpoints.openPolledSocket`.
public struct PolledSocket: Equatable, Sendable {
    /// Names the socket in the paths of its requests, and in its `renew` frames.
    public var socket: SocketID

    public init(socket: SocketID) { self.socket = socket }
}

extension PolledSocket: JSONRecord {
    public init(_: Blank) { self.init(socket: .blank) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("socket", &socket)
    }
}

/// The live socket over requests, for proxies that pass no WebSockets. Frames are lines of JSON, numbered from 1 in each direction.
extension Endpoints {
    /// Opens a polled socket; `zone` as for the live socket.
    public static let openPolledSocket = Endpoint<Nothing, PolledSocket>(.post, "/v1/live/polled")
    /// The server's frames after the number `after`, which acknowledges those up to it; held up to `wait` milliseconds while there are none.
    public static let poll = Endpoint<Nothing, Nothing>(.post, "/v1/live/polled/{socket}/poll")
    /// The client's frames, of which the first has the number `first`. The server skips those that it has.
    public static let sendFrames = Endpoint<Nothing, Nothing>(.post, "/v1/live/polled/{socket}/frames")
    /// Closes a polled socket.
    public static let closePolledSocket = Endpoint<Nothing, Nothing>(.delete, "/v1/live/polled/{socket}")
}
