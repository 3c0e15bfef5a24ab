import Foundation

/// A program of the system that a test runs to its end, without its output.
public enum QuietCommand {
    /// It could not do it.
    public struct Failure: Error {
        public let words: [String]
    }

    /// - Parameter words: the program, as the path finds it, and its arguments.
    public static func run(_ words: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilEnded()
        guard process.terminationStatus == 0 else { throw Failure(words: words) }
    }
}
