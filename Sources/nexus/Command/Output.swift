import ArgumentParser
import Foundation
import NexusCore

/// Standard output for results, standard error for remarks.
enum Output {
    /// A line of the result.
    static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    static func lines(_ lines: [String]) {
        for text in lines { line(text) }
    }

    /// A file, unchanged.
    static func file(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// A value in JSON, on a line of its own. JSON allows DEL and the controls above it in texts, which some terminals obey: they are escaped.
    static func json(_ value: some JSONEncodable) {
        let text = String(decoding: value.json, as: UTF8.self)
        guard text.unicodeScalars.contains(where: isUpperControl) else { return line(text) }
        line(
            text.unicodeScalars.map { isUpperControl($0) ? "\\u00" + String($0.value, radix: 16) : String($0) }.joined()
        )
    }

    private static func isUpperControl(_ scalar: Unicode.Scalar) -> Bool { (0x7F...0x9F).contains(scalar.value) }

    /// A note that is not part of the result.
    static func warn(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// A closed pipe ends the output, as in `nexus watch | head -1`; a full disk is an error.
    private static func giveUp(_ descriptor: CInt) {
        guard descriptor == STDOUT_FILENO else { return }
        if errno == EPIPE { exit(CommandExit.done.rawValue) }
        warn("The result cannot be written: \(String(cString: strerror(errno)).lowercased()).")
        exit(CommandExit.refused.rawValue)
    }

    /// Writes at once and completely, so that a pipe's reader gets each line immediately.
    private static func write(_ text: String, to descriptor: CInt) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                giveUp(descriptor)
                return
            }
        }
    }
}
