import Foundation
import TerminalShim

/// A running program: started by its arguments, without a shell and without the terminal.
///
/// `@unchecked Sendable`: `process` is read and written under `lock` alone.
final class ExternalProgram: @unchecked Sendable {
    struct Problem: Error, Equatable {
        /// Why the system did not start it.
        var reason: String
    }

    /// How it ended.
    struct Ending: Equatable, Sendable {
        /// The exit code, or 128 and the number of the signal.
        var code: Int
        /// The last line that it wrote to standard error.
        var remark: String
    }

    /// Bytes of standard error that are read.
    private static let remarkBytes = 2_048

    private let lock = NSLock()
    /// `nil` once it has ended: its number may be another process's.
    private var process: pid_t?
    private let ended: AsyncStream<Ending>

    private init(_ process: pid_t, _ ended: AsyncStream<Ending>) {
        self.process = process
        self.ended = ended
    }

    /// Starts a program.
    ///
    /// - Parameter command: the path of the program, and its arguments.
    static func start(_ command: [String]) async throws -> ExternalProgram {
        try await withCheckedThrowingContinuation { continuation in
            // The thread lives as long as the program: the program ends with it.
            Thread.detachNewThread { run(command, continuation) }
        }
    }

    private static func run(_ command: [String], _ started: CheckedContinuation<ExternalProgram, any Error>) {
        guard let remarks = tmpfile() else {
            return started.resume(throwing: Problem(reason: String(cString: strerror(errno))))
        }
        defer { fclose(remarks) }
        let strings = command.map { strdup($0) }
        defer { for string in strings { free(string) } }
        let process = (strings.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { arguments in
            nexus_child_start(arguments.baseAddress, fileno(remarks))
        }
        guard process > 0 else {
            return started.resume(throwing: Problem(reason: String(cString: strerror(errno))))
        }
        let (ended, end) = AsyncStream.makeStream(of: Ending.self)
        let program = ExternalProgram(process, ended)
        started.resume(returning: program)
        nexus_child_wait(process)
        let code = program.lock.withLock {
            program.process = nil
            return nexus_child_reap(process)
        }
        end.yield(Ending(code: Int(code), remark: remark(in: fileno(remarks))))
        end.finish()
    }

    private static func remark(in file: CInt) -> String {
        let size = lseek(file, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: remarkBytes)
        let count = pread(file, &bytes, bytes.count, max(0, size - off_t(remarkBytes)))
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }.map(String.init) ?? ""
    }

    /// Waits for its end. Called once.
    func ending() async -> Ending {
        for await ending in ended { return ending }
        return Ending(code: 127, remark: "")
    }

    /// Sends a signal; does nothing once it has ended.
    func signal(_ number: CInt) {
        lock.withLock {
            if let process { _ = kill(process, number) }
        }
    }
}
