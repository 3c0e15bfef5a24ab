import Foundation

/// A text read from standard input.
enum StandardInput {
    static func read() -> String {
        String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    }

    /// The text of an argument: standard input for `-` alone.
    static func text(of argument: String) -> String { argument == "-" ? read() : argument }
}
