import NIOCore
import Synchronization

/// Received, unread bytes. One reader at a time.
final class Inbox: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
        var changes = 0
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func append(_ buffer: ByteBuffer) { change { $0.bytes.append(contentsOf: buffer.readableBytesView) } }

    func end() { change { $0.hasEnded = true } }

    private func change(_ body: (inout sending State) -> Void) {
        let waiter = state.withLock { state in
            body(&state)
            state.changes += 1
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Waits until `length` finds how many bytes belong together, and takes those.
    /// - Throws: `EndOfStream`.
    func take(_ length: @Sendable ([UInt8]) -> Int?) async throws -> [UInt8] {
        while true {
            let (found, seen): (Result<[UInt8], EndOfStream>?, Int) = state.withLock { state in
                if let count = length(state.bytes) {
                    defer { state.bytes.removeFirst(count) }
                    return (.success(Array(state.bytes.prefix(count))), state.changes)
                }
                return (state.hasEnded ? .failure(EndOfStream(unread: state.bytes)) : nil, state.changes)
            }
            if let found { return try found.get() }
            await change(since: seen)
        }
    }

    func takeRest() async throws -> [UInt8] {
        do {
            return try await take { _ in nil }
        } catch let end as EndOfStream {
            return end.unread
        }
    }

    private func change(since seen: Int) async {
        await withCheckedContinuation { continuation in
            let isLate = state.withLock { state in
                if state.changes == seen { state.waiter = continuation }
                return state.changes != seen
            }
            if isLate { continuation.resume() }
        }
    }
}

/// Fills an inbox from a channel.
final class InboxHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let inbox: Inbox

    init(_ inbox: Inbox) { self.inbox = inbox }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { inbox.append(unwrapInboundIn(data)) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { inbox.end() }
    }

    func channelInactive(context: ChannelHandlerContext) { inbox.end() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        inbox.end()
        context.close(promise: nil)
    }
}
