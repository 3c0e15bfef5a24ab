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
