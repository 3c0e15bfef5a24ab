import Logging

/// Closes the parts of a server.
enum ServerShutdown {
    /// Closes all parts, the last first. One that throws keeps no other from being closed.
    ///
    /// Runs to its end also where the calling task is cancelled.
    /// - Throws: `ShutdownError` with what was thrown.
    static func close(_ parts: [any ServerPart], logger: Logger) async throws {
        let failures = await Task {
            var failures: [ShutdownError.Failure] = []
            for part in parts.reversed() {
                do {
                    try await part.close()
                } catch {
                    logger.error(
                        "a part of the server could not be closed",
                        metadata: ["part": "\(part.name)", "error": "\(error)"])
                    failures.append(ShutdownError.Failure(part: part.name, error: error))
                }
            }
            return failures
        }.value
        if !failures.isEmpty { throw ShutdownError(failures: failures) }
    }
}

/// Parts of a server that could not be closed. All others were.
public struct ShutdownError: Error, CustomStringConvertible {
    public struct Failure: Sendable {
        public var part: String
        public var error: any Error
    }

    /// In the order of closing; never empty.
    public var failures: [Failure]

    public var description: String {
        "Not closed: " + failures.map { "\($0.part) (\($0.error))" }.joined(separator: ", ")
    }
}
