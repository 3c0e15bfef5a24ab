import Foundation
import Logging
import NIOCore

/// The first handler of the listening socket: counts connections, closes idle ones for new ones, and stops accepting at
/// the limit, so that further ones wait in the system's queue. Survives errors of accepting, such as a lack of file
/// descriptors.
///
/// Confined to the listening channel's event loop.
final class ConnectionGate: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never
    typealias OutboundOut = Never

    /// The pause of accepting after a failure, unless a connection closes first.
    private static let pauseAfterFailure = TimeAmount.seconds(1)
    private static let logInterval = TimeAmount.seconds(1)
    /// The maximum of connections accepted in one pass of the event loop.
    private static let acceptedAtOnce = 16

    private let table: ConnectionTable
    private let logger: Logger
    private var isPaused = false
    private var acceptsAtOnce = 0
    private var failures = 0
    private var failure: String?
    /// The figures of the last log line.
    private var logged = ConnectionTable.Figures()
    private var isLogScheduled = false

    init(table: ConnectionTable, logger: Logger) {
        self.table = table
        self.logger = logger
    }

    func handlerAdded(context: ChannelHandlerContext) { limitAccepting(context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        let admission = table.opened(channel)
        for other in admission.leaving { other.close(promise: nil) }
        guard admission.isAdmitted else {
            channel.close(promise: nil)
            return report(context)
        }
        let bound = NIOLoopBound((gate: self, context: context), eventLoop: context.eventLoop)
        channel.closeFuture.whenComplete { [table, eventLoop = context.eventLoop] _ in
            guard table.closed(channel) else { return }
            eventLoop.execute { bound.value.gate.resume(bound.value.context) }
        }
        context.fireChannelRead(data)
        if table.isFull {
            pause(context)
            // Another may have closed before it was known that this one waits.
            resume(context)
        }
        if !admission.leaving.isEmpty { report(context) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        limitAccepting(context)
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        failures += 1
        failure = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
        pause(context)
        for channel in table.shed() { channel.close(promise: nil) }
        report(context)
        let bound = NIOLoopBound((gate: self, context: context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: ConnectionGate.pauseAfterFailure) {
            bound.value.gate.resume(bound.value.context)
        }
    }

    func read(context: ChannelHandlerContext) {
        if !isPaused { context.read() }
    }

    // MARK: Accepting

    /// Lets the next pass accept no more than there is room for, so that the limit is exact.
    private func limitAccepting(_ context: ChannelHandlerContext) {
        let count = min(ConnectionGate.acceptedAtOnce, max(1, table.room))
        guard count != acceptsAtOnce else { return }
        acceptsAtOnce = count
        try? context.channel.syncOptions?.setOption(.maxMessagesPerRead, value: UInt(count))
    }

    /// Leaves new connections in the system's queue. Without removing the listening socket from the selector too, an
    /// error of accepting would recur at once.
    private func pause(_ context: ChannelHandlerContext) {
        guard !isPaused else { return }
        isPaused = true
        table.awaitRoom(true)
        try? context.channel.syncOptions?.setOption(.autoRead, value: false)
    }

    private func resume(_ context: ChannelHandlerContext) {
        guard isPaused, !table.isFull, context.channel.isActive else { return }
        isPaused = false
        table.awaitRoom(false)
        limitAccepting(context)
        try? context.channel.syncOptions?.setOption(.autoRead, value: true)
    }

    // MARK: The log

    /// Logs events: at once, and then at most once in ``logInterval``.
    private func report(_ context: ChannelHandlerContext) {
        guard !isLogScheduled else { return }
        log()
        isLogScheduled = true
        let bound = NIOLoopBound((gate: self, context: context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: ConnectionGate.logInterval) {
            let (gate, context) = bound.value
            gate.isLogScheduled = false
            let figures = gate.table.figures
            let isNews =
                figures.refused > gate.logged.refused || figures.shed > gate.logged.shed || gate.failures > 0
            if isNews { gate.report(context) }
        }
    }

    private func log() {
        let figures = table.figures
        var metadata: Logger.Metadata = [
            "open": "\(figures.open)", "limit": "\(table.limit)", "closed_idle": "\(figures.shed - logged.shed)",
            "refused": "\(figures.refused - logged.refused)",
        ]
        if failures > 0 {
            metadata["failed"] = "\(failures)"
            metadata["error"] = "\(failure ?? "")"
        }
        logger.warning("connections are at their limit", metadata: metadata)
        logged = figures
        failures = 0
    }
}
