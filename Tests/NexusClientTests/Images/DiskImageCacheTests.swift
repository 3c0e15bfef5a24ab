import Foundation
import Testing

@testable import NexusClient

@Suite("The disk cache of pictures")
struct DiskImageCacheTests {
    /// Bytes of a file beside its content.
    private static let head = 32
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func cache(limit: Int = 10_000) -> DiskImageCache {
        DiskImageCache(folder: folder.file("images"), limit: limit)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("images"))) ?? []).sorted()
    }

    private func content(_ byte: UInt8, _ count: Int = 100) -> [UInt8] { Array(repeating: byte, count: count) }

    /// Sets when a file was used.
    private func date(_ name: String, _ seconds: TimeInterval) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: folder.file("images/\(name)"))
    }

    @Test("files fit up to the limit; one more byte deletes the least recently used")
    func edge() async {
        let cache = cache(limit: 2 * (100 + Self.head))
        await cache.keep(content(1), as: "a")
        await cache.keep(content(2), as: "b")
        #expect(names == ["a", "b"])
        #expect(await cache.content(of: "a") == content(1))
        await cache.keep(content(3, 1), as: "c")
        #expect(names == ["a", "c"])
        #expect(await cache.content(of: "b") == nil)
    }

    @Test("a file that alone exceeds the limit, and an empty one, are not kept")
    func tooLarge() async {
        let cache = cache(limit: 100 + Self.head)
        await cache.keep(content(1), as: "a")
        await cache.keep(content(2, 101), as: "b")
        await cache.keep([], as: "c")
        #expect(names == ["a"])
    }

    @Test("files and the order of their uses survive a restart, and a smaller limit is obeyed at once")
    func restart() async throws {
        let first = cache()
        for (number, name) in ["a", "b", "c"].enumerated() { await first.keep(content(UInt8(number)), as: name) }
        try date("b", 1_000)
        try date("a", 2_000)
        try date("c", 3_000)
        let second = cache(limit: 2 * (100 + Self.head))
        #expect(await second.content(of: "c") == content(2))
        #expect(names == ["a", "c"])
        #expect(await second.content(of: "a") == content(0))
        // It was used last.
        let third = cache(limit: 100 + Self.head)
        #expect(await third.content(of: "a") == content(0))
        #expect(names == ["a"])
    }

    @Test("a damaged or cut file counts as missing and is deleted; so is one that was never finished")
    func damaged() async throws {
        let first = cache()
        for name in ["a", "b", "c"] { await first.keep(content(1), as: name) }
        try Data(content(9)).write(to: URL(fileURLWithPath: folder.file("images/a")))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("images/b")))
        bytes.removeLast()
        try bytes.write(to: URL(fileURLWithPath: folder.file("images/b")))
        try Data(content(9)).write(to: URL(fileURLWithPath: folder.file("images/d.new")))
        let second = cache()
        #expect(await second.content(of: "a") == nil)
        #expect(await second.content(of: "b") == nil)
        #expect(await second.content(of: "c") == content(1))
        #expect(names == ["c"])
        await second.keep(content(2), as: "a")
        #expect(await second.content(of: "a") == content(2))
    }

    @Test("a folder that another process has deleted, or that cannot be written, is an empty cache")
    func gone() async throws {
        let cache = cache()
        await cache.keep(content(1), as: "a")
        try FileManager.default.removeItem(atPath: folder.file("images"))
        #expect(await cache.content(of: "a") == nil)
        await cache.keep(content(1), as: "a")
        #expect(await cache.content(of: "a") == content(1))
        await cache.removeAll()
        #expect(names.isEmpty)
        try Data().write(to: URL(fileURLWithPath: folder.file("images")))
        await cache.keep(content(1), as: "a")
        #expect(await cache.content(of: "a") == nil)
    }
}
