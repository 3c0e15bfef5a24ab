import Foundation
import TerminalShim

/// What the main loop waits for.
enum Happening: Equatable, Sendable {
    case bytes([UInt8])
    /// Nothing has followed for a moment.
    case pause
    /// The terminal has another size.
    case resized
    /// Stop, as other programs do.
    case stop
    /// The process goes on after a stop.
    case resumed
    /// A signal ends the process, or the terminal is gone.
    case end(CInt)
    /// Something that is shown has changed.
    case changed
    /// Time has passed.
    case tick
    case quit
}

/// The source of what the main loop waits for: the terminal's input, signals, and what others send.
final class HappeningSource: Sendable {
    let stream: AsyncStream<Happening>
    /// One element for any number of changes since the last was taken.
    let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Happening>.Continuation
    private let changed: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Happening.self)
        (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func send(_ happening: Happening) { continuation.yield(happening) }

    /// Something that is shown has changed.
    func change() { changed.yield() }

    /// Reads the terminal and signals on a thread of its own, until the process ends.
    func begin() {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        nexus_terminal_watch(ends[1])
        let signals = ends[0]
        Thread.detachNewThread { [self] in
            while read(signals) {}
        }
    }

    /// Waits for input or a signal; false once the terminal is gone.
    private func read(_ signals: CInt) -> Bool {
        var waiting = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&waiting, 2, -1) >= 0 else { return errno == EINTR }
        if waiting[1].revents != 0, let bytes = bytes(of: signals) {
            for byte in bytes { send(HappeningSource.happening(of: CInt(byte))) }
        }
        guard waiting[0].revents != 0 else { return true }
        guard let bytes = bytes(of: STDIN_FILENO) else {
            if errno == EINTR || errno == EAGAIN { return true }
            send(.end(SIGHUP))
            return false
        }
        send(.bytes(bytes))
        return true
    }

    /// `nil` at the end and after an error.
    private func bytes(of descriptor: CInt) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        errno = 0
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    private static func happening(of signal: CInt) -> Happening {
        switch signal {
        case SIGWINCH: .resized
        case SIGTSTP: .stop
        case SIGCONT: .resumed
        default: .end(signal)
        }
    }
}
