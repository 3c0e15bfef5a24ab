import Foundation
import NexusCore
import Testing

@testable import NexusTUI

@Suite("Files to attach and save")
struct FileTests {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "nexus-files-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder + "/plans", withIntermediateDirectories: true)
        for name in ["plan-a.pdf", "plan-b.pdf", "Notes.txt", ".hidden", "with space.txt"] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        try Data().write(to: URL(fileURLWithPath: folder + "/empty"))
    }

    private func removed() { try? FileManager.default.removeItem(atPath: folder) }

    @Test("are named by a path, a home folder or a URL")
    func paths() {
        defer { removed() }
        #expect(PathText.expanded("~/a b", home: "/home/ada") == "/home/ada/a b")
        #expect(PathText.expanded("~", home: "/home/ada") == "/home/ada")
        #expect(PathText.expanded("~grace/x", home: "/home/ada") == "~grace/x")
        #expect(PathText.expanded("file:///tmp/a%20b") == "/tmp/a b")
        #expect(PathText.expanded("file://other.example/tmp/a") == "file://other.example/tmp/a")
    }

    @Test(
        "are read from a paste as terminals write them",
        arguments: [
            ("/tmp/plan.pdf", [["/tmp/plan.pdf"], ["/tmp/plan.pdf"]]),
            ("/tmp/a\\ b.pdf /tmp/c.pdf", [["/tmp/a\\ b.pdf /tmp/c.pdf"], ["/tmp/a b.pdf", "/tmp/c.pdf"]]),
            ("'/tmp/a b.pdf'\n", [["/tmp/a b.pdf"]]), ("/tmp/a\n/tmp/b c\n", [["/tmp/a", "/tmp/b c"]]),
            ("~/x", [["~/x"], ["~/x"]]), ("see /tmp/plan.pdf", []), ("https://example.org/x", []), ("// a comment", []),
            ("plan.pdf", []), ("", []),
        ] as [(String, [[String]])])
    func pastes(text: String, readings: [[String]]) {
        defer { removed() }
        #expect(PathText.pasted(text) == readings)
    }

    @Test("complete as in a shell, hidden ones after a dot")
    func completion() {
        defer { removed() }
        let listing = FolderListing.read(folder + "/")
        #expect(listing.entries.first == FolderListing.Entry(name: "plans", isFolder: true))
        #expect(listing.matches("plan-").map(\.name) == ["plan-a.pdf", "plan-b.pdf"])
        #expect(listing.completion(of: "pl") == "plan" && listing.completion(of: "plan-") == "plan-")
        #expect(listing.completion(of: "no") == "Notes.txt" && listing.completion(of: "zzz") == "zzz")
        #expect(!listing.matches("").contains { $0.name == ".hidden" } && listing.matches(".h").count == 1)
        #expect(FolderListing.read(folder + "/missing/").isUnreadable)
        #expect(PathText.parts(of: "a/b/c").folder == "a/b/" && PathText.parts(of: "a/b/c").name == "c")
        #expect(PathText.parts(of: "c").folder.isEmpty && PathText.parts(of: "c").name == "c")
    }

    @Test("are refused with the reason and the limit")
    func problems() throws {
        defer { removed() }
        func problem(_ path: String) -> AttachedFile.Problem? {
            do throws(AttachedFile.Problem) { _ = try AttachedFile.read(path) } catch { return error }
            return nil
        }
        #expect(problem(folder + "/plan-a.pdf") == nil)
        #expect(problem(folder + "/none") == .missing(folder + "/none"))
        #expect(problem(folder) == .folder(folder))
        #expect(problem(folder + "/empty") == .empty("empty"))
        #expect(problem("/dev/zero") == .unreadable("/dev/zero"))
        let large = folder + "/large"
        _ = FileManager.default.createFile(atPath: large, contents: nil)
        let file = try #require(FileHandle(forWritingAtPath: large))
        try file.truncate(atOffset: UInt64(Limits.mediaBytes))
        #expect(problem(large) == nil)
        try file.truncate(atOffset: UInt64(Limits.mediaBytes) + 1)
        #expect(problem(large) == .tooLarge("large", Limits.mediaBytes + 1))
        #expect(problem(large)?.text.contains("at most 100 MB") == true)
        try file.close()
    }

    @Test("are saved without overwriting, and never outside of the folder")
    func saving() {
        defer { removed() }
        #expect(FreePath.path(of: "new.txt", in: folder) == folder + "/new.txt")
        #expect(FreePath.path(of: "Notes.txt", in: folder) == folder + "/Notes-2.txt")
        #expect(FreePath.path(of: "../../etc/passwd", in: folder) == folder + "/passwd")
        #expect(FreePath.path(folder, for: "plan-a.pdf") == folder + "/plan-a-2.pdf")
        #expect(FreePath.path(folder + "/", for: "x") == folder + "/x")
        #expect(FreePath.path(folder + "/Notes.txt", for: "x") == folder + "/Notes-2.txt")
        #expect(FreePath.path(folder + "/other", for: "x") == folder + "/other")
    }
}
