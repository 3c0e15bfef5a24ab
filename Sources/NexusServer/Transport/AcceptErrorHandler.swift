import Logging
import NIOCore

/// Outlives errors of accepting connections, such as having no file descriptor left: they pass, and the server must not end by
/// them. Waits a little after each, so that it does not spin.
final class AcceptErrorHandler: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never
    typealias OutboundOut = Never

    private static let pause = TimeAmount.milliseconds(100)

    private let logger: Logger
    private var isPausing = false
    private var wantsRead = false

    init(logger: Logger) { self.logger = logger }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        logger.error("accepting a connection failed", metadata: ["error": "\(error)"])
        guard !isPausing else { return }
        isPausing = true
        let bound = context.loopBound
        context.eventLoop.assumeIsolated().scheduleTask(in: AcceptErrorHandler.pause) {
            self.isPausing = false
            guard self.wantsRead else { return }
            self.wantsRead = false
            bound.value.read()
        }
    }

    func read(context: ChannelHandlerContext) {
        guard !isPausing else {
            wantsRead = true
            return
        }
        context.read()
    }
}
