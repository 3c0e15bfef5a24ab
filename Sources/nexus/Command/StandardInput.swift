import Foundation

/// A text that is passed on standard input.
enum StandardInput {
    static func read() -> String {
        String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    }
}
