internal import CNats
import Synchronization

/// Leads what the C library calls back with to what it is for. The library gets numbers and no pointers, so a call that comes late, for what is gone,
/// finds nothing.
final class NatsRegistry: Sendable {
    static let shared = NatsRegistry()

    private struct State {
        var next: UInt = 1
        var boxes: [UInt: (mailbox: Mailbox, number: UInt)] = [:]
        var connections: [UInt: @Sendable (natsStatus?) -> Void] = [:]
    }

    private let state = Mutex(State())

    /// - Returns: its number, never 0.
    func add(_ mailbox: Mailbox, _ number: UInt) -> UInt {
        state.withLock { state in
            defer { state.next += 1 }
            state.boxes[state.next] = (mailbox, number)
            return state.next
        }
    }

    /// - Parameter event: called with an error, or nil when the connection has ended.
    func add(_ event: @escaping @Sendable (natsStatus?) -> Void) -> UInt {
        state.withLock { state in
            defer { state.next += 1 }
            state.connections[state.next] = event
            return state.next
        }
    }

    func remove(_ number: UInt) {
        state.withLock { state in
            state.boxes[number] = nil
            state.connections[number] = nil
        }
    }

    static func closure(_ number: UInt) -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: number) }

    /// Copies a message, gives it back to the library and hands the copy on.
    static let arrived: natsMsgHandler = { _, _, message, closure in
        guard let message else { return }
        defer { natsMsg_Destroy(message) }
        guard let box = shared.state.withLock({ $0.boxes[UInt(bitPattern: closure)] }) else { return }
        let count = max(0, Int(natsMsg_GetDataLength(message)))
        var payload: [UInt8] = []
        if count > 0, let data = natsMsg_GetData(message) {
            payload = Array(UnsafeRawBufferPointer(start: data, count: count))
        }
        let subject = natsMsg_GetSubject(message).map { String(cString: $0) } ?? ""
        box.mailbox.offer(BusMessage(subject: subject, payload: payload), to: box.number)
    }

    static let ended: natsConnectionHandler = { _, closure in shared.event(nil, closure) }

    static let failed: natsErrHandler = { _, _, status, closure in shared.event(status, closure) }

    private func event(_ status: natsStatus?, _ closure: UnsafeMutableRawPointer?) {
        state.withLock { $0.connections[UInt(bitPattern: closure)] }?(status)
    }
}
