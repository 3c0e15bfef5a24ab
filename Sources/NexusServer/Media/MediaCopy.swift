import Crypto
import Foundation
import NexusCore
import Synchronization

/// Where finished contents are, as tools name it.
public enum MediaPlace: Equatable, Sendable {
    /// The folder `media` of a data folder.
    case folder(String)
    case store(S3Place)

    func archive(now: @escaping @Sendable () -> Timestamp) throws(S3SettingsError) -> any MediaArchive {
        switch self {
        case .folder(let path): FolderMediaArchive(path: path)
        case .store(let place): try S3MediaArchive(place, now: now)
        }
    }
}

/// Copies finished contents between folders and object stores. What is there already is not copied again, so a copy that was interrupted goes on
/// where it was. Blocks: run it with ``BackupThread``, several at a time if the store is far.
public struct MediaCopy: Sendable {
    /// What a copy has done so far.
    public struct Progress: Equatable, Sendable {
        /// Of all folders of contents.
        public var folders = 0
        public var totalFolders = 0
        public var copied = 0
        public var copiedBytes: Int64 = 0
        /// Files that were there already.
        public var present = 0
        /// Files whose bytes in the target were read and compared.
        public var verified = 0
        /// Contents whose bytes are not those under whose digest they are stored, in the source or in the target.
        public var damaged: [String] = []

        public var isComplete: Bool { damaged.isEmpty && folders == totalFolders }
    }

    private final class Shared: Sendable {
        let progress = Mutex(Progress())
        let next = Atomic(0)
    }

    private let source: any MediaArchive
    private let target: any MediaArchive
    /// Both are in one store, which copies by itself.
    private let stores: (source: S3MediaArchive, target: S3MediaArchive)?
    private let reads: Bool
    private let shared = Shared()

    /// - Parameter verifies: whether everything in the target is read and compared.
    /// - Throws: ``S3SettingsError``.
    public init(
        from source: MediaPlace, to target: MediaPlace, verifies: Bool = false,
        now: @escaping @Sendable () -> Timestamp
    ) throws(S3SettingsError) {
        self.source = try source.archive(now: now)
        self.target = try target.archive(now: now)
        reads = verifies
        if case .store(let first) = source, case .store(let second) = target, first.settings == second.settings {
            stores = (try S3MediaArchive(first, now: now), try S3MediaArchive(second, now: now))
        } else {
            stores = nil
        }
    }

    public var progress: Progress { shared.progress.withLock(\.self) }

    /// Copies the next folders until none is left.
    ///
    /// - Parameter step: called between files; an error from it ends the copy.
    /// - Throws: ``S3Problem``, the file system's error, or what `step` throws.
    public func run(step: () throws -> Void) throws {
        let folders = try source.folders().filter { MediaCopy.isFolder($0) }
        shared.progress.withLock { $0.totalFolders = folders.count }
        while true {
            let number = shared.next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard number < folders.count else { return }
            try copy(folders[number], step: step)
            shared.progress.withLock { $0.folders += 1 }
        }
    }

    private static func isFolder(_ name: String) -> Bool {
        name.wholeMatch(of: /[0-9a-f]{2}/) != nil
    }

    private func copy(_ folder: String, step: () throws -> Void) throws {
        let files = try source.files(in: folder)
        guard !files.isEmpty else { return }
        let there = try target.files(in: folder)
        // Previews first, so that every content in the target has its previews, as in a server's folder.
        let names = files.keys.sorted { ($0.count, $1) > ($1.count, $0) }
        for name in names {
            try step()
            let path = "\(folder)/\(name)"
            guard let object = MediaObject(path: path), let bytes = files[name] else { continue }
            if there[name] == bytes {
                shared.progress.withLock { $0.present += 1 }
            } else {
                guard try copy(path, object, bytes: bytes, step: step) else { continue }
            }
            if reads { try verify(path, object, bytes: bytes, step: step) }
        }
    }

    /// - Returns: whether it was copied; a damaged one is not.
    private func copy(_ path: String, _ object: MediaObject, bytes: Int64, step: () throws -> Void) throws -> Bool {
        if let stores, try copyWithinStore(path, object, stores) {
            note(bytes)
            return true
        }
        guard let digest = try digest(of: path, in: source, step: step), object.side != nil || digest == object.hash
        else {
            shared.progress.withLock { $0.damaged.append(path) }
            return false
        }
        let content = ArchivedFile(bytes: bytes, digest: digest) { [source] offset, count in
            try source.read(path, from: offset, count: count) ?? []
        }
        try target.store(content, at: path)
        note(bytes)
        return true
    }

    /// - Returns: false where the digest beside the object is not that of its name, so that it has to be read.
    private func copyWithinStore(
        _ path: String, _ object: MediaObject, _ stores: (source: S3MediaArchive, target: S3MediaArchive)
    ) throws -> Bool {
        try BlockingCall.run {
            let (from, to) = (stores.source.key(path), stores.target.key(path))
            guard let digest = try await stores.source.client.head(from)?.digest,
                object.side != nil || digest == object.hash.text
            else { return false }
            try await stores.target.client.copy(from: (stores.source.client.bucket, from), to: to)
            return try await stores.target.client.head(to)?.digest == digest
        }
    }

    private func note(_ bytes: Int64) {
        shared.progress.withLock { progress in
            progress.copied += 1
            progress.copiedBytes += bytes
        }
    }

    private func verify(_ path: String, _ object: MediaObject, bytes: Int64, step: () throws -> Void) throws {
        let found = try digest(of: path, in: target, step: step)
        let wanted = object.side == nil ? object.hash : try digest(of: path, in: source, step: step)
        shared.progress.withLock { progress in
            progress.verified += 1
            if found == nil || found != wanted { progress.damaged.append(path) }
        }
    }

    /// - Returns: nil if there is no such file.
    private func digest(of path: String, in archive: any MediaArchive, step: () throws -> Void) throws -> ContentHash? {
        var hasher = SHA256()
        var offset: Int64 = 0
        while true {
            try step()
            guard let part = try archive.read(path, from: offset, count: 4 << 20) else { return nil }
            hasher.update(data: part)
            offset += Int64(part.count)
            if part.count < 4 << 20 { break }
        }
        return ContentHash(Array(hasher.finalize()))
    }
}
