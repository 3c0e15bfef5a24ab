import Foundation
import NexusCore

/// Standard output for results, standard error for remarks.
enum Output {
    /// A line of the result.
    static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    static func lines(_ lines: [String]) {
        for text in lines { line(text) }
    }

    /// A value in JSON, on a line of its own.
    static func json(_ value: some JSONEncodable) { line(String(decoding: value.json, as: UTF8.self)) }

    /// A remark that is not part of the result.
    static func warn(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// Written at once and whole, so that whoever reads a pipe gets each line as it comes.
    private static func write(_ text: String, to descriptor: CInt) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
