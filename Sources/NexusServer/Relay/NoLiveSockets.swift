import HTTPTypes
import NIOCore

/// A relay has no live sockets.
final class NoLiveSockets: LiveDelegate {
    func authorize(
        _: HTTPRequest, remoteAddress _: SocketAddress?, on eventLoop: any EventLoop
    ) -> EventLoopFuture<LiveDecision> { eventLoop.makeSucceededFuture(.refuse) }

    func opened(_: LiveConnection) {}
    func received(_: ByteBuffer, from _: LiveConnection) {}
    func closed(_: LiveConnection) {}
}
