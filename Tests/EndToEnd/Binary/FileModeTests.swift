import Foundation
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@testable import NexusBench

@Suite("The data folder", .serialized)
struct FileModeTests {
    /// The files and folders of a data folder that others than their owner can read.
    private func openToOthers(_ folder: URL) throws -> [String] {
        let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        #expect(names.contains("nexus.sqlite"))
        return try ([""] + names).filter { name in
            var status = stat()
            guard lstat(folder.appending(path: name).path, &status) == 0 else {
                // A temporary file or log may be gone meanwhile.
                if errno == ENOENT { return false }
                throw CocoaError(.fileReadUnknown)
            }
            return status.st_mode & 0o077 != 0
        }
    }

    private func upload(to server: ServerProcess) async throws {
        let account = SignUpRequest(email: "ada@example.org", password: "correct horse", name: "Ada", device: "test")
        let token = try SignedIn.decode(try await server.post("/v1/accounts", account.json).body).accessToken
        let file = UploadRequest(
            id: MediaID(high: 0x7000, low: 1 << 63 | 1), name: "notes.txt", bytes: 5, type: "text/plain")
        _ = try await server.post("/v1/media", file.json, token: token)
        _ = try await server.send("PATCH", "/v1/media/\(file.id)/upload?offset=0", Array("hello".utf8), token: token)
        let finished = try await server.post("/v1/media/\(file.id)/finish", Array("{}".utf8), token: token)
        #expect(finished.status == 200)
    }

    @Test("is readable by its owner alone, with everything that the server writes into it")
    func written() async throws {
        let server = try ServerProcess()
        try FileManager.default.removeItem(at: server.folder)
        try server.start(under: "umask 022")
        try await upload(to: server)
        #expect(try openToOthers(server.folder) == [])
        #expect(FileManager.default.fileExists(atPath: server.folder.appending(path: "nexus.sqlite-wal").path))
        #expect(server.terminate() == 0)
        #expect(try openToOthers(server.folder) == [])
        #expect(!server.log.contains("readable by other accounts"))
    }

    @Test("is closed to others at start if an earlier version left it open, which the log says once")
    func repaired() async throws {
        let server = try ServerProcess()
        try server.start()
        try await upload(to: server)
        #expect(server.terminate() == 0)
        let names = try #require(FileManager.default.enumerator(atPath: server.folder.path)).compactMap {
            $0 as? String
        }
        for name in [""] + names {
            let path = server.folder.appending(path: name).path
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            #expect(chmod(path, isFolder.boolValue ? 0o755 : 0o644) == 0)
        }
        let stranger = server.folder.appending(path: "notes-of-the-operator.txt")
        try Data("mine".utf8).write(to: stranger)
        #expect(chmod(stranger.path, 0o644) == 0)
        let told = server.log.components(separatedBy: "readable by other accounts").count
        try server.start(under: "umask 000")
        #expect(try openToOthers(server.folder) == ["notes-of-the-operator.txt"])
        #expect(server.terminate() == 0)
        #expect(server.log.components(separatedBy: "readable by other accounts").count == told + 1)
    }

    @Test("is readable by its owner alone when the importer creates it")
    func imported() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-import-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", "umask 022 && exec \"$0\" import jsonl - --data \"$1\"", ServerProcess.binary.path, folder.path,
        ]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(#"{"type":"user","id":"u1","name":"Ada"}"#.utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilEnded()
        #expect(process.terminationStatus == 0)
        #expect(try openToOthers(folder) == [])
    }
}
