import Foundation
import NexusCore
import Testing

@testable import NexusClient

@Suite("A profile")
struct ProfileTests {
    @Test(
        "a server's address is parsed leniently",
        arguments: [
            ("http://127.0.0.1:8480", "http://127.0.0.1:8480"), ("127.0.0.1:8480", "http://127.0.0.1:8480"),
            ("localhost:8480/", "http://localhost:8480"), ("chat.example.org", "https://chat.example.org"),
            (" HTTPS://chat.example.org:443 ", "https://chat.example.org"), ("http://[::1]:8480", "http://[::1]:8480"),
        ])
    func address(text: String, read: String) throws {
        #expect(try ServerAddress(text).description == read)
    }

    @Test(
        "an invalid server address is refused",
        arguments: [
            "", "ftp://example.org", "http://", "http://a b", "http://example.org/path", "http://example.org:99999",
            "http://user@example.org",
        ])
    func noAddress(text: String) {
        let error = #expect(throws: ClientError.self) { try ServerAddress(text) }
        #expect(error?.code == "invalid_address")
    }

    @Test("credentials are stored, readable by their owner alone, and removed")
    func credentials() throws {
        let folder = try TemporaryFolder()
        let profile = try ProfileFolder(folder.file("ada"))
        #expect(try profile.credentials.load() == nil)
        var credentials = Credentials(
            server: try ServerAddress("http://127.0.0.1:8480"), signedIn: AccessTokenTests.signedIn(1),
            at: Samples.time(0))
        credentials.refreshAttempt = "again"
        try profile.credentials.save(credentials)
        #expect(try profile.credentials.load() == credentials)
        let mode = try FileManager.default.attributesOfItem(atPath: profile.credentials.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let folderMode = try FileManager.default.attributesOfItem(atPath: profile.path)[.posixPermissions]
        #expect(folderMode as? Int == 0o700)
        try profile.credentials.remove()
        #expect(try profile.credentials.load() == nil)
        try profile.credentials.remove()
    }

    @Test("damaged credentials are an error with a path, not a missing sign-in")
    func damaged() throws {
        let folder = try TemporaryFolder()
        try Data("{".utf8).write(to: URL(fileURLWithPath: folder.file("credentials.json")))
        let error = #expect(throws: ClientError.self) {
            try CredentialFile(path: folder.file("credentials.json")).load()
        }
        #expect(error?.code == "profile_unavailable")
    }

    @Test("a lock has one holder at a time, and is free after its release")
    func claim() throws {
        let folder = try TemporaryFolder()
        var first = try FileLock.claim(folder.file("lock"))
        #expect(first != nil)
        #expect(try FileLock.claim(folder.file("lock")) == nil)
        first = nil
        #expect(try FileLock.claim(folder.file("lock")) != nil)
        _ = first
    }
}
