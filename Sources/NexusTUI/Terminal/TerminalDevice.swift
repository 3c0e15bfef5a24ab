import Foundation
import TerminalShim

/// The terminal of the process: raw while a screen is up, and as before afterwards, however the process ends.
@MainActor
final class TerminalDevice {
    enum Problem: Error, Equatable {
        /// Standard input or output is no terminal.
        case noTerminal
    }

    private(set) var capabilities: TerminalCapabilities
    private let modes: TerminalModes
    private var shown: CellGrid?
    private var isUp = false

    init(_ capabilities: TerminalCapabilities) throws(Problem) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
        self.capabilities = capabilities
        modes = TerminalModes(capabilities)
    }

    /// Takes the screen.
    func begin() throws(Problem) {
        guard guardRestore(modes.leave), nexus_terminal_raw(STDIN_FILENO) == 0 else { throw .noTerminal }
        isUp = true
        shown = nil
        write(modes.enter + modes.questions)
    }

    /// Gives the screen back.
    func end() {
        guard isUp else { return }
        isUp = false
        nexus_terminal_restore()
        nexus_terminal_release()
    }

    /// Stops the process; SIGCONT lets it go on.
    func suspend() { nexus_terminal_stop() }

    /// The terminal has answered that it reports all keys.
    func reportKeys() {
        guard isUp, guardRestore(modes.leaveReportedKeys) else { return }
        write(TerminalModes.allKeys)
    }

    private func guardRestore(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return nexus_terminal_guard(STDIN_FILENO, STDOUT_FILENO, bytes, bytes.count) == 0
    }

    /// The terminal has answered that it shows pictures by kitty's protocol.
    func confirmPictures() {
        if capabilities.pictures == .perhapsKitty { capabilities.pictures = .kitty }
    }

    var size: GridSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return GridSize(columns: 80, rows: 24)
        }
        return GridSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Draws what has changed.
    func show(_ grid: CellGrid) {
        guard isUp else { return }
        write(ScreenEncoder(depth: capabilities.colours).encode(grid, over: shown))
        shown = grid
    }

    /// The next screen is drawn completely.
    func forget() { shown = nil }

    /// Writes control sequences that move nothing: a bell, a notification, a picture.
    func write(_ text: String) { write(Array(text.utf8)) }

    private func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, 1_000)
            } else if errno != EINTR {
                // The terminal is gone; SIGHUP follows.
                return
            }
        }
    }
}
