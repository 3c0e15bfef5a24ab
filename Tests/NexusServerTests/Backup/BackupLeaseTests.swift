import Foundation
import NexusCore
import NexusDatabase
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusServer

@Suite("The lock of backups in an object store", .enabled(if: ObjectStore.isInstalled, ObjectStore.missing))
struct BackupLeaseTests {
    /// Two nodes with data folders of their own that back up into one set, and the clock of its lock.
    private struct Scene: Sendable {
        let clock = TestClock()
        let place: S3Place
        let client: S3Client
        let time: Timestamp
        let first: BackupSource
        let second: BackupSource

        /// The set as one process sees it.
        var store: S3BackupStore { S3BackupStore(client, at: place.address) { [clock] in clock.now } }

        func make(from source: BackupSource, step: @escaping () throws -> Void = {}) throws -> BackupReport {
            try Backups(store, at: place).make(from: source, at: time, step: step)
        }
    }

    private func with(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
        let store = try await ObjectStore.shared()
        let place = try S3Place("s3://\(store.bucket)/\(ObjectStore.prefix())/set", store.settings, variable: "set")
        let client = try store.client()
        try await BackedServer.with { server in
            try await server.post("in both databases")
            let other = BackupSource(folder: "\(server.data)-other")
            try await work {
                try BackupFiles.makeFolder(other.folder)
                try DatabaseCopy.make(from: server.source.database, to: other.database)
            }
            try await server.post("in the first database")
            try await body(
                Scene(place: place, client: client, time: server.time, first: server.source, second: other))
        }
    }

    private func work<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await BackupThread.run(isUrgent: true) { _ in try body() }
    }

    @Test("is renewed while a backup writes nothing, for longer than it lasts")
    func kept() async throws {
        try await with { scene in
            let refused = Mutex(0)
            try await work {
                var steps = 0
                _ = try scene.make(
                    from: scene.first,
                    step: {
                        guard steps < 3 else { return }
                        steps += 1
                        scene.clock.advance(by: S3BackupLease.life * 2 / 3)
                        let problem = #expect(throws: BackupProblem.self) { try scene.make(from: scene.second) }
                        if problem?.code == .inUse { refused.withLock { $0 += 1 } }
                    })
            }
            #expect(refused.withLock { $0 } == 3, "its copy, a piece of it and the end are steps")
            let backups = Backups(scene.store, at: scene.place)
            #expect(try await work { try backups.verify() }.isIntact)
            #expect(try await work { try backups.list() }.count == 1)
            // It was released.
            _ = try await work { try scene.make(from: scene.second) }
        }
    }

    @Test("that another backup has taken makes the first one fail, and the other's snapshot stays whole")
    func lost() async throws {
        try await with { scene in
            let other = Mutex<String?>(nil)
            let problem = await #expect(throws: BackupProblem.self) {
                _ = try await work {
                    try scene.make(
                        from: scene.first,
                        step: {
                            guard other.withLock({ $0 }) == nil, try !scene.store.objects().isEmpty else { return }
                            scene.clock.advance(by: S3BackupLease.life + 60_000)
                            let report = try scene.make(from: scene.second)
                            other.withLock { $0 = report.manifest.id }
                        })
                }
            }
            #expect(problem?.code == .inUse)
            let id = try #require(other.withLock { $0 })
            let backups = Backups(scene.store, at: scene.place)
            #expect(try await work { try backups.list().map(\.id) } == [id])
            #expect(try await work { try backups.verify() }.isIntact)
            let target = "\(scene.first.folder)-restored"
            _ = try await work { try backups.restore(to: target, at: scene.time) }
            _ = try await work { try scene.make(from: scene.first) }
            #expect(try await work { try backups.verify() }.isIntact)
        }
    }

    @Test("that had ended makes a backup look for its objects, and make no snapshot without them")
    func lapsed() async throws {
        try await with { scene in
            let hasRemoved = Mutex(false)
            let problem = await #expect(throws: BackupProblem.self) {
                _ = try await work {
                    try scene.make(
                        from: scene.first,
                        step: {
                            guard !hasRemoved.withLock({ $0 }), let object = try scene.store.objects().keys.first
                            else { return }
                            scene.clock.advance(by: S3BackupLease.life + 60_000)
                            try scene.store.remove(object)
                            hasRemoved.withLock { $0 = true }
                        })
                }
            }
            #expect(problem?.code == .damaged)
            #expect(hasRemoved.withLock { $0 })
            let backups = Backups(scene.store, at: scene.place)
            #expect(try await work { try backups.list() }.isEmpty)
            _ = try await work { try scene.make(from: scene.first) }
            #expect(try await work { try backups.verify() }.isIntact)
        }
    }

    @Test("is neither renewed nor removed by a backup that has lost it")
    func others() async throws {
        let store = try await ObjectStore.shared()
        let client = try store.client()
        let address = try #require(S3Address("s3://\(store.bucket)/\(ObjectStore.prefix())"))
        let (slow, fast) = (TestClock(), TestClock())
        let first = try await work { try S3BackupLease(client, address) { slow.now } }
        fast.advance(by: S3BackupLease.life + 1)
        let second = try await work { try S3BackupLease(client, address) { fast.now } }
        let problem = await #expect(throws: BackupProblem.self) { _ = try await work { try first.confirm() } }
        #expect(problem?.code == .inUse)
        try await work { first.release() }
        #expect(try await work { try second.confirm() })
        await #expect(throws: BackupProblem.self) {
            _ = try await work { try S3BackupLease(client, address) { fast.now } }
        }
        try await work { second.release() }
        let third = try await work { try S3BackupLease(client, address) { slow.now } }
        try await work { third.release() }
    }
}
