import Foundation
import NexusCore
import Testing

@testable import NexusServer

@Suite("Copying media between folders and stores", .enabled(if: ObjectStore.isInstalled, ObjectStore.missing))
struct MediaCopyTests {
    /// A media folder with contents and previews.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appending(path: "nexus-copy-\(UUID().uuidString)").path
        let folder: MediaFolder

        init() throws { folder = try MediaFolder(path) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        @discardableResult
        func add(_ bytes: [UInt8], preview side: Int? = nil, of hash: ContentHash? = nil) throws -> MediaObject {
            let object = MediaObject(hash ?? BackupFiles.digest(of: bytes), preview: side)
            let file = "\(path)/incoming/new"
            try Data(bytes).write(to: URL(fileURLWithPath: file))
            defer { unlink(file) }
            try folder.store(file, as: object.hash, preview: side)
            return object
        }

        func bytes(_ object: MediaObject) throws -> [UInt8]? {
            try FolderMediaArchive(path: path).read(object.path, from: 0, count: 32 << 20)
        }
    }

    private func copy(_ from: MediaPlace, _ to: MediaPlace, verifies: Bool = false) async throws -> MediaCopy.Progress {
        let copy = try MediaCopy(from: from, to: to, verifies: verifies, now: ObjectStore.now)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { try await BackupThread.run(isUrgent: true) { try copy.run(step: $0) } } }
            try await group.waitForAll()
        }
        return copy.progress
    }

    private func place(_ name: String) async throws -> MediaPlace {
        let store = try await ObjectStore.shared()
        return .store(try S3Place("s3://\(store.bucket)/\(name)", store.settings, variable: "--to"))
    }

    @Test("takes everything to the store, within it and back, compared; a second run copies nothing")
    func around() async throws {
        let (source, target) = (try Folder(), try Folder())
        let contents = try (0..<20).map { try source.add(TestMedia.noise(1_000 + $0)) }
        let large = try source.add(TestMedia.noise(17 << 20))
        let preview = try source.add([1, 2, 3], preview: 320, of: contents[0].hash)
        let (first, second) = (try await place(ObjectStore.prefix()), try await place(ObjectStore.prefix()))
        let out = try await copy(.folder(source.path), first, verifies: true)
        #expect(out.copied == 22)
        #expect(out.verified == 22)
        #expect(out.isComplete)
        let again = try await copy(.folder(source.path), first)
        #expect((again.copied, again.present) == (0, 22))
        #expect(try await copy(first, second, verifies: true).copied == 22)
        let back = try await copy(second, .folder(target.path), verifies: true)
        #expect(back.copied == 22)
        #expect(back.isComplete)
        for object in contents + [large, preview] { #expect(try target.bytes(object) == source.bytes(object)) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(target.path)/incoming").isEmpty)
    }

    @Test("goes on where it was interrupted, and replaces a file of another size")
    func interrupted() async throws {
        let source = try Folder()
        for number in 0..<10 { try source.add(TestMedia.noise(100 + number)) }
        let there = try await place(ObjectStore.prefix())
        let copy = try MediaCopy(from: .folder(source.path), to: there, now: ObjectStore.now)
        await #expect(throws: CancellationError.self) {
            try await BackupThread.run(isUrgent: true) { _ in
                try copy.run { if copy.progress.copied == 4 { throw CancellationError() } }
            }
        }
        let rest = try await self.copy(.folder(source.path), there)
        #expect((rest.copied, rest.present) == (6, 4))
        let target = try Folder()
        let object = try source.add([5])
        try target.add([5, 6, 7], preview: nil, of: object.hash)
        _ = try await self.copy(.folder(source.path), .folder(target.path))
        #expect(try target.bytes(object) == [5])
    }

    @Test("a damaged content is reported and not copied, and one that is damaged in the target is found")
    func damaged() async throws {
        let (source, target) = (try Folder(), try Folder())
        try source.add([1])
        let wrong = try source.add([2], of: BackupFiles.digest(of: [3]))
        let found = try await copy(.folder(source.path), .folder(target.path))
        #expect(found.damaged == [wrong.path])
        #expect(found.copied == 1)
        #expect(!found.isComplete)
        #expect(try target.bytes(wrong) == nil)
        let other = try source.add([7])
        try target.add([8], of: other.hash)
        #expect(
            try await copy(.folder(source.path), .folder(target.path), verifies: true).damaged.sorted()
                == [wrong.path, other.path].sorted())
    }

    @Test("keys and places that cannot be used are problems of the store")
    func refused() async throws {
        let source = try Folder()
        try source.add([1])
        let store = try await ObjectStore.shared()
        let missing = MediaPlace.store(try S3Place("s3://no-such-bucket", store.settings, variable: "--to"))
        let problem = await #expect(throws: S3Problem.self) { _ = try await copy(.folder(source.path), missing) }
        #expect(problem?.code == .bucket)
    }
}
