import Foundation
import NexusCore
import Synchronization

/// A set in an object store. The store compares every object with its digest when it is written.
final class S3BackupStore: BackupStore {
    /// Bytes that a file of a set may have: a manifest, at most.
    private static let limit = 1 << 30

    private let client: S3Client
    private let address: S3Address
    private let now: @Sendable () -> Timestamp
    /// The objects with their sizes, once they were listed.
    private let known = Mutex<[String: Int64]?>(nil)
    private let lease = Mutex<S3BackupLease?>(nil)

    init(_ client: S3Client, at address: S3Address, now: @escaping @Sendable () -> Timestamp) {
        self.client = client
        self.address = address
        self.now = now
    }

    var place: String { address.description }
    var workFolder: String? { nil }

    func prepare() {}
    func settle() {}
    func clear() {}

    func read(_ name: String) throws -> [UInt8]? {
        try BlockingCall.run { [client, key = address.key(name)] in
            try await client.read(key, limit: S3BackupStore.limit)
        }
    }

    func size(of name: String) throws -> Int64? {
        if name.hasPrefix("objects/") {
            // One list in place of a question for each of thousands of objects.
            if let objects = known.withLock(\.self) { return objects[name] }
            return try objects()[name]
        }
        return try BlockingCall.run { [client, key = address.key(name)] in
            try await client.head(key)?.bytes
        }
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try lease.withLock(\.self)?.renew()
        try BlockingCall.run { [client, key = address.key(name)] in try await client.put(bytes, to: key)
        }
        if name.hasPrefix("objects/") { known.withLock { $0?[name] = Int64(bytes.count) } }
    }

    func remove(_ name: String) throws {
        try lease.withLock(\.self)?.renew()
        try BlockingCall.run { [client, key = address.key(name)] in try await client.delete(key) }
        known.withLock { $0?[name] = nil }
    }

    func names(in folder: String?) throws -> [String] {
        let prefix =
            folder.map { address.key($0) + "/" } ?? (address.prefix.isEmpty ? "" : address.prefix + "/")
        return try BlockingCall.run { [client] in
            // At the top anything counts as an occupied place: its first names suffice.
            guard folder != nil else {
                return try await client.page(prefix: prefix, mark: nil, limit: 100).objects.map {
                    String($0.key.dropFirst(prefix.count).prefix { $0 != "/" })
                }
            }
            var names: [String] = []
            try await client.list(prefix: prefix) {
                names += $0.map { String($0.key.dropFirst(prefix.count)) }
            }
            return names
        }
    }

    func objects() throws -> [String: Int64] {
        let objects = try BlockingCall.run { [client, address] in
            var objects: [String: Int64] = [:]
            try await client.list(prefix: address.key("objects/")) { page in
                for object in page {
                    if let name = address.name(of: object.key) { objects[name] = object.bytes }
                }
            }
            return objects
        }
        known.withLock { $0 = objects }
        return objects
    }

    func lock() throws -> any BackupLock {
        let taken = try S3BackupLease(client, address, now: now)
        lease.withLock { $0 = taken }
        // Others may have written since this was listed.
        known.withLock { $0 = nil }
        return taken
    }
}

/// The lock of a set in an object store: an object that says until when it counts. One whose holder was killed ends by itself.
final class S3BackupLease: BackupLock, Sendable {
    /// Milliseconds that it counts after it was taken or renewed, and between two renewals.
    static let life: Int64 = 1_800_000
    private static let pause: Int64 = 60_000

    private let client: S3Client
    private let key: String
    private let now: @Sendable () -> Timestamp
    private let holder = UUID().uuidString
    private let renewedAt: Mutex<Timestamp>

    /// - Throws: ``BackupProblem`` (`inUse`); ``S3Problem``.
    init(_ client: S3Client, _ address: S3Address, now: @escaping @Sendable () -> Timestamp) throws {
        self.client = client
        self.now = now
        key = address.key("backup.lock")
        renewedAt = Mutex(now())
        let inUse = BackupProblem(
            .inUse, "Another backup into \"\(address)\" is running, or was killed in the last 30 minutes."
        )
        let (text, time) = (content(at: now()), now())
        let held = try BlockingCall.run { [client, key, holder] () async throws -> Bool in
            do {
                try await client.put(text, to: key, if: .absent)
            } catch let problem as S3Problem where problem.code == .precondition {
                guard let current = try await client.head(key) else { return false }
                let words = (try await client.read(key, limit: 1_024)).map {
                    String(decoding: $0, as: UTF8.self)
                }
                let end = words?.split(separator: " ").last.flatMap { Int64($0) } ?? 0
                guard end < time.milliseconds else { return false }
                do { try await client.put(text, to: key, if: .tag(current.tag)) } catch let problem
                    as S3Problem
                    where problem.code == .precondition
                {
                    return false
                }
            }
            // A store that knows no conditions took any: the last writer has it.
            let words = (try await client.read(key, limit: 1_024)).map {
                String(decoding: $0, as: UTF8.self)
            }
            return words?.hasPrefix(holder) == true
        }
        guard held else { throw inUse }
    }

    private func content(at time: Timestamp) -> [UInt8] {
        Array("\(holder) \(time.milliseconds + S3BackupLease.life)".utf8)
    }

    func renew() throws {
        let time = now()
        guard renewedAt.withLock({ $0 }).advanced(by: S3BackupLease.pause) <= time else { return }
        let text = content(at: time)
        try BlockingCall.run { [client, key] in try await client.put(text, to: key) }
        renewedAt.withLock { $0 = time }
    }

    func release() {
        try? BlockingCall.run { [client, key] in try await client.delete(key) }
    }
}
