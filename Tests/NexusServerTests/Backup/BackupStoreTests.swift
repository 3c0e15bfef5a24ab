import Foundation
import Logging
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Backups in an object store", .enabled(if: ObjectStore.isInstalled, ObjectStore.missing))
struct BackupStoreTests {
    /// Runs `body` on a server whose media are in the store, with an empty place for backups there.
    private func with(
        _ body: @escaping @Sendable (BackedServer, Backups, BackupSource, S3Client) async throws -> Void
    ) async throws {
        let store = try await ObjectStore.shared()
        let prefix = ObjectStore.prefix()
        let place = try S3Place("s3://\(store.bucket)/\(prefix)/media", store.settings, variable: "media")
        let backups = try Backups("s3://\(store.bucket)/\(prefix)/set", objects: store.settings)
        try await BackedServer.with(configure: { $0.media.store = place }) { scene in
            try await body(
                scene, backups, BackupSource(folder: scene.data, store: place), try store.client())
        }
    }

    private func work<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await BackupThread.run(isUrgent: true) { _ in try body() }
    }

    @Test("a server's database and its media in the store come back, and a second snapshot costs what changed")
    func whole() async throws {
        try await with { scene, backups, source, _ in
            try await scene.post("first")
            let text = String(repeating: "a long file ", count: 500_000)
            let path = try await scene.share(text)
            let first = try await work { try backups.make(from: source, at: scene.time) }
            #expect(first.losses.isEmpty)
            #expect(first.manifest.counts.media == 1)
            #expect(first.stored.objects > 2)
            try await scene.post("second")
            let second = try await work { try backups.make(from: source, at: scene.time.advanced(by: 1_000)) }
            #expect(second.stored.objects < first.stored.objects)
            #expect(second.stored.bytes < 5_000_000, "the file is not stored again")
            #expect(try await work { try backups.list().map(\.id) } == [first.manifest.id, second.manifest.id])
            #expect(try await work { try backups.newest() } == SnapshotName(second.manifest.id)?.time)
            let verified = try await work { try backups.verify() }
            #expect(verified.isIntact)
            #expect(verified.objects > 0)
            let restored = try await work { try backups.restore(to: scene.target, at: scene.time) }
            #expect(restored.files == 1)
            #expect(try String(contentsOfFile: "\(scene.target)/\(path)", encoding: .utf8) == text)
            // A server on it serves everything.
            let place = FileManager.default.temporaryDirectory.path
            let report = try await Rehearsal(backups, in: place, logger: Logger(label: "test.rehearsal")).run()
            #expect(report.problems == [])
            #expect(report.files == 1)
            #expect(report.messages >= 3)
            // Only what no snapshot needs leaves the store.
            let third = try await work {
                try backups.make(
                    from: source, keeping: BackupRetention(last: 1), at: scene.time.advanced(by: 2_000))
            }
            #expect(third.removed == [first.manifest.id, second.manifest.id])
            #expect(try await work { try backups.verify() }.isIntact)
        }
    }

    @Test("an encrypted set opens with its key alone, and has nothing readable")
    func encrypted() async throws {
        try await with { scene, backups, source, client in
            try await scene.post("a secret message of some length")
            let key = try scene.key()
            let store = try await ObjectStore.shared()
            let sealed = try Backups(backups.path, key: key, objects: store.settings)
            _ = try await work { try sealed.make(from: source, at: scene.time) }
            await #expect(throws: BackupProblem.self) { try await work { try backups.list() } }
            #expect(try await work { try sealed.verify() }.isIntact)
            let prefix = String(backups.path.dropFirst("s3://\(store.bucket)/".count))
            var keys: [String] = []
            try await client.list(prefix: prefix) { keys += $0.map(\.key) }
            for key in keys {
                let bytes = try #require(try await client.read(key, limit: 8 << 20))
                #expect(!bytes.holds(Array("secret message".utf8)))
            }
            _ = try await work { try sealed.restore(to: scene.target, at: scene.time) }
        }
    }

    @Test("damage in the store is found with its place, and is stored again once it was removed")
    func damage() async throws {
        try await with { scene, backups, source, client in
            let path = try await scene.share("some content")
            _ = try await work { try backups.make(from: source, at: scene.time) }
            let store = try await ObjectStore.shared()
            let prefix = String(backups.path.dropFirst("s3://\(store.bucket)/".count))
            let name = (path as NSString).lastPathComponent
            let key = "\(prefix)/objects/\(name.prefix(2))/\(name)"
            try await client.put(Array("some c0ntent".utf8), to: key)
            let found = try await work { try backups.verify() }
            #expect(found.flaws.map(\.text) == ["objects/\(name.prefix(2))/\(name) is damaged."])
            await #expect(throws: BackupProblem.self) {
                try await work { try backups.restore(to: scene.target, at: scene.time) }
            }
            try await client.delete(key)
            #expect(try await work { try backups.verify() }.flaws.count == 1)
            _ = try await work { try backups.make(from: source, at: scene.time.advanced(by: 1_000)) }
            #expect(try await work { try backups.verify() }.isIntact)
        }
    }

    @Test("one backup writes a set at a time; a lock that nobody renewed ends after half an hour")
    func locked() async throws {
        let store = try await ObjectStore.shared()
        let client = try store.client()
        let address = try #require(S3Address("s3://\(store.bucket)/\(ObjectStore.prefix())"))
        let clock = TestClock()
        func lease() async throws -> S3BackupLease {
            try await work { try S3BackupLease(client, address) { clock.now } }
        }
        let first = try await lease()
        let problem = await #expect(throws: BackupProblem.self) { _ = try await lease() }
        #expect(problem?.code == .inUse)
        clock.advance(by: S3BackupLease.life - 1)
        try await work { try first.renew() }
        clock.advance(by: S3BackupLease.life)
        await #expect(throws: BackupProblem.self) { _ = try await lease() }
        clock.advance(by: 1)
        let second = try await lease()
        try await work { second.release() }
        let third = try await lease()
        try await work { third.release() }
    }

    @Test("what cannot be used is refused with a reason: no settings, a bucket that is not there, other files")
    func refused() async throws {
        let store = try await ObjectStore.shared()
        let problem = #expect(throws: BackupProblem.self) { try Backups("s3://bucket/backup") }
        #expect(problem?.code == .refused)
        #expect(throws: BackupProblem.self) { try Backups("https://example.org/backup", objects: store.settings) }
        try await with { scene, _, source, client in
            let absent = try Backups("s3://no-such-bucket/set", objects: store.settings)
            let problem = await #expect(throws: BackupProblem.self) {
                try await work { try absent.make(from: source, at: scene.time) }
            }
            #expect(problem?.text.contains("no such bucket") == true)
            let prefix = ObjectStore.prefix()
            try await client.put([1], to: "\(prefix)/other/file")
            let occupied = try Backups("s3://\(store.bucket)/\(prefix)", objects: store.settings)
            let other = await #expect(throws: BackupProblem.self) {
                try await work { try occupied.make(from: source, at: scene.time) }
            }
            #expect(other?.code == .notASet)
        }
    }

    @Test("the check finds files that are missing in the store and those that belong to nothing; repair removes these")
    func integrity() async throws {
        try await with { scene, _, source, client in
            let path = try await scene.share("some content")
            let place = try #require(source.store)
            let check = { try await work { try IntegrityCheck(of: scene.data, store: place).run() } }
            #expect(try await check().isSound)
            let stray = place.address.key("blobs/\(MediaObject(BackupFiles.digest(of: [1])).path)")
            try await client.put([1], to: stray)
            let name = (path as NSString).lastPathComponent
            let key = place.address.key("blobs/\(name.prefix(2))/\(name)")
            try await client.delete(key)
            let report = try await check()
            #expect(Set(report.findings.map(\.kind)) == [.missingFile, .strayFile])
            let made = try await work { try Backups(scene.set).make(from: source, at: scene.time) }
            #expect(made.losses == [BackupAbsence(path: path, reason: .lost)])
        }
    }

    @Test("a schedule makes its first snapshot in the store, and health knows its age")
    func scheduled() async throws {
        try await with { scene, backups, source, _ in
            let settings = BackupSettings(backups, of: source, everyHours: 24, retention: BackupRetention())
            let schedule = BackupSchedule(settings, pause: 10, now: { scene.time }, logger: Logger(label: "test"))
            let running = Task { await schedule.run() }
            try await eventually("a snapshot is made") { try await work { try backups.newest() } != nil }
            try await eventually("health knows it") { schedule.health.reason == nil && schedule.health.state == .ok }
            running.cancel()
            await running.value
        }
    }

    @Test("doctor stores, reads and deletes a file, and says what is wrong otherwise")
    func doctor() async throws {
        try await with { _, _, source, client in
            let place = try #require(source.store)
            #expect(await S3Probe(place: place, now: ObjectStore.now).run() == nil)
            var wrong = place
            wrong.settings.credentials.accessKey = "UNKNOWN"
            let problem = await S3Probe(place: wrong, now: ObjectStore.now).run()
            #expect(problem?.code == .credentials)
            #expect(problem?.remedy.contains("NEXUS_S3_SECRET_KEY") == true)
            var configuration = ServerConfiguration(
                database: DatabaseConfiguration(storage: .memory), now: ObjectStore.now)
            configuration.media.store = wrong
            let findings = await Doctor(configuration, data: "/nowhere").store()
            #expect(findings.map(\.state) == [.error])
            configuration.media.store = place
            #expect(await Doctor(configuration, data: "/nowhere").store().map(\.state) == [.fine])
            var left: [String] = []
            try await client.list(prefix: place.address.key("probe-")) { left += $0.map(\.key) }
            #expect(left.isEmpty)
        }
    }
}
