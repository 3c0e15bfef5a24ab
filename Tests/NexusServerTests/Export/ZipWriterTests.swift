import Foundation
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Archives")
struct ZipWriterTests {
    private static let time = Timestamp(milliseconds: 1_700_000_000_000)

    /// Writes an archive and passes it to the programs that people open one with.
    private func checked(limit: UInt64, _ fill: (ZipWriter) throws -> Void) throws -> (listing: String, size: Int64) {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "copy.zip").path
        let zip = try ZipWriter(path, at: Self.time, limit: limit)
        try fill(zip)
        let size = try zip.finish()
        if FileManager.default.fileExists(atPath: "/usr/bin/unzip") {
            #expect(try run("/usr/bin/unzip", ["-t", path]).contains("No errors detected"))
        }
        let script = """
            import hashlib, sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                assert archive.testzip() is None
                for entry in archive.infolist():
                    digest = hashlib.sha256(archive.read(entry)).hexdigest()[:8]
                    print(entry.filename, entry.compress_type, entry.file_size, digest, entry.date_time[:3])
            """
        return (try run("/usr/bin/env", ["python3", "-c", script, path]), size)
    }

    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilEnded()
        let text = String(decoding: data, as: UTF8.self)
        #expect(process.terminationStatus == 0, "\(text)")
        return text
    }

    @Test("are read by unzip and by Python, with and without the fields of 64 bits", arguments: [0xFFFF_FFFE, 0, 300])
    func read(limit: UInt64) throws {
        var random = SystemRandomNumberGenerator()
        let noise = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let (listing, _) = try checked(limit: limit) { zip in
            try zip.begin("empty.txt")
            try zip.begin("grüße 世界.txt")
            for _ in 0..<1_000 { try zip.write(Array("one line of many\n".utf8)) }
            try zip.begin("media/noise.bin", isStored: true)
            for start in stride(from: 0, to: noise.count, by: 65_537) {
                try zip.write(Array(noise[start..<min(start + 65_537, noise.count)]))
            }
            try zip.begin("deflated.bin")
            try zip.write(noise)
        }
        let lines = listing.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.first?.hasPrefix("empty.txt 8 0 e3b0c442 (2023, 11, 14)") == true)
        #expect(lines.dropFirst().first?.hasPrefix("grüße 世界.txt 8 17000 ") == true)
        #expect(lines.dropFirst(2).first?.hasPrefix("media/noise.bin 0 300000 ") == true)
        #expect(lines.last?.hasPrefix("deflated.bin 8 300000 ") == true)
    }

    @Test("have any number of entries")
    func many() throws {
        let (listing, _) = try checked(limit: 0xFFFF_FFFE) { zip in
            for number in 0..<66_000 { try zip.begin("\(number)", isStored: true) }
        }
        #expect(listing.split(separator: "\n").count == 66_000)
    }

    @Test("of equal text are small")
    func small() throws {
        let (_, size) = try checked(limit: 0xFFFF_FFFE) { zip in
            try zip.begin("text")
            for _ in 0..<100 { try zip.write([UInt8](repeating: 65, count: 100_000)) }
        }
        #expect(size < 20_000)
    }
}
