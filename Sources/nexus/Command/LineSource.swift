import Foundation

/// The lines of a file, read in batches to save memory.
final class LineSource {
    /// The maximum of lines in a batch.
    private static let linesAtOnce = 1_000
    private static let chunkBytes = 1 << 20
    /// The maximum of bytes in a line. A longer one is truncated, which makes it invalid JSON and so a bad line.
    private static let lineBytes = 1 << 20

    private let file: FileHandle
    private var rest: [UInt8] = []
    private var lines: [[UInt8]] = []
    private var hasEnded = false

    /// - Parameter path: `-` for standard input.
    /// - Throws: `CommandProblem` if there is no such file.
    init(_ path: String) throws {
        if path == "-" {
            file = .standardInput
        } else {
            do { file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) } catch {
                throw CommandProblem("The file \"\(path)\" cannot be read: \(error.localizedDescription)")
            }
        }
    }

    /// The next lines; `nil` at the end.
    func next() throws -> [[UInt8]]? {
        while lines.count < LineSource.linesAtOnce, !hasEnded { try read() }
        guard !lines.isEmpty else { return nil }
        let some = Array(lines.prefix(LineSource.linesAtOnce))
        lines.removeFirst(some.count)
        return some
    }

    private func read() throws {
        let chunk: Data?
        do { chunk = try file.read(upToCount: LineSource.chunkBytes) } catch {
            throw CommandProblem("Reading the file failed: \(error.localizedDescription)")
        }
        guard let chunk, !chunk.isEmpty else {
            hasEnded = true
            if !rest.isEmpty { lines.append(rest) }
            rest = []
            return
        }
        let parts = chunk.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if rest.count <= LineSource.lineBytes { rest += part.prefix(LineSource.lineBytes + 1 - rest.count) }
            if index < parts.count - 1 {
                lines.append(rest)
                rest = []
            }
        }
    }
}
