import Foundation
import Testing

@testable import NexusServer

@Suite("Reading the web client's folder")
struct WebFolderTests {
    private final class Folder {
        let path = NSTemporaryDirectory() + "nexus-web-" + UUID().uuidString

        init(_ files: [String: String]) throws {
            for (name, text) in files {
                let url = URL(filePath: path).appending(path: name)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test("all its files are read, by path, except hidden, linked and development ones")
    func files() throws {
        let folder = try Folder([
            "index.html": "page", "shell/client.js": "client", "core/deep/er.js": "deeper", ".hidden": "no",
            ".git/config": "no", "tsconfig.json": "no", "shell/contract.js": "no",
        ])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/passwd.txt", withDestinationPath: "/etc/passwd")
        let files = try WebFolder.read(folder.path)
        #expect(files.map(\.path) == ["core/deep/er.js", "index.html", "shell/client.js"])
        #expect(files.map { String(decoding: $0.bytes, as: UTF8.self) } == ["deeper", "page", "client"])
    }

    @Test("a precompressed file is served as such, unless the original has changed")
    func compressed() throws {
        let folder = try Folder([
            "index.html": "page", "core/nexus.wasm": "module", "core/nexus.wasm.br": "small", "app.js": "new",
            "app.js.br": "old", "orphan.js.br": "of nothing",
        ])
        let hourAgo: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSinceNow: -3_600)]
        try FileManager.default.setAttributes(hourAgo, ofItemAtPath: folder.path + "/core/nexus.wasm")
        try FileManager.default.setAttributes(hourAgo, ofItemAtPath: folder.path + "/app.js.br")
        let files = try WebFolder.read(folder.path)
        #expect(files.map(\.path) == ["app.js", "core/nexus.wasm", "index.html"])
        #expect(files.map { $0.brotli.map { String(decoding: $0, as: UTF8.self) } } == [nil, "small", nil])
    }

    @Test("a missing folder is reported")
    func missing() {
        let error = #expect(throws: WebFolderError.self) { try WebFolder.read("/nowhere/at/all") }
        #expect(error?.code == .unreadable)
        #expect(error?.text == "\"/nowhere/at/all\" cannot be read.")
    }

    @Test(
        "a name that needs escaping is refused",
        arguments: ["a b.js", "it's.js", "a%2f.js", "ü.js"])
    func names(_ name: String) throws {
        let folder = try Folder(["index.html": "page", name: "no"])
        let error = #expect(throws: WebFolderError.self) { try WebFolder.read(folder.path) }
        #expect(error?.code == .name)
        #expect(error?.path == name)
    }

    @Test("a folder that is not the client's is refused before it fills the memory")
    func large() throws {
        let folder = try Folder(["index.html": "page"])
        let large = folder.path + "/large.bin"
        try Data().write(to: URL(filePath: large))
        let handle = try FileHandle(forWritingTo: URL(filePath: large))
        try handle.truncate(atOffset: UInt64(WebFolder.byteLimit))
        try handle.close()
        #expect(throws: WebFolderError.self) { try WebFolder.read(folder.path) }
    }
}
