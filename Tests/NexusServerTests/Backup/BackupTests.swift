import Foundation
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("A backup", .serialized)
struct BackupTests {
    @Test(
        "restores every message and file into an empty folder, and the server there begins a new epoch",
        arguments: [false, true])
    func restores(isEncrypted: Bool) async throws {
        try await BackedServer.with { scene in
            let key = isEncrypted ? try scene.key() : nil
            for number in 1...20 { try await scene.post("message \(number)") }
            let file = try await scene.share(String(repeating: "the plan ", count: 700_000))
            let report = try scene.backUp(key: key)
            #expect(report.manifest.counts.messages == 21)
            #expect(report.manifest.counts.users == 2)
            #expect(report.manifest.files == 1)
            #expect(report.manifest.absent.isEmpty)
            try await scene.post("after the backup")
            let restored = try Backups(scene.set, key: key).restore(to: scene.target, at: scene.time)
            #expect(restored.files == 1)
            #expect(restored.replaced == nil)
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: "\(scene.target)/\(file)"))
                    == Data(contentsOf: URL(fileURLWithPath: scene.file(file))))
            let names = try FileManager.default.contentsOfDirectory(atPath: scene.target).sorted()
            #expect(names == ["media", "nexus.sqlite", "nexus.sqlite.lock"])
            let (database, epoch) = try DatabaseEpoch.open(
                DatabaseConfiguration(storage: .file("\(scene.target)/nexus.sqlite")), now: { scene.time })
            #expect(epoch.id.text != report.manifest.epoch)
            let texts = try await database.read {
                try $0.all("SELECT text FROM messages WHERE text <> '' ORDER BY seq") { try $0.next(String.self) }
            }
            #expect(texts == (1...20).map { "message \($0)" })
            try await database.close()
        }
    }

    @Test("writes only what is new, and nothing but a manifest where nothing is new", arguments: [false, true])
    func incremental(isEncrypted: Bool) async throws {
        try await BackedServer.with { scene in
            let key = isEncrypted ? try scene.key() : nil
            try await scene.share(String(repeating: "a large file ", count: 1_000_000))
            for number in 1...20 { try await scene.post("message \(number)") }
            let first = try scene.backUp(key: key)
            try await scene.post("one more")
            let second = try scene.backUp(key: key, after: 1)
            #expect(second.manifest.counts.messages == first.manifest.counts.messages + 1)
            #expect(second.stored.bytes < first.stored.bytes / 4)
            for report in [first, second] {
                let target = scene.target + report.manifest.id
                let result = try Backups(scene.set, key: key).restore(
                    to: target, snapshot: report.manifest.id, at: scene.time)
                #expect(result.manifest == report.manifest)
            }
            // A folder on which no server works meanwhile.
            let still = BackupSource(folder: scene.target + first.manifest.id)
            let again = try Backups(scene.set, key: key).make(from: still, at: scene.time.advanced(by: 3_000))
            #expect(again.stored.objects <= 1, "the copy of a database differs in its first page at most")
            let same = try Backups(scene.set, key: key).make(from: still, at: scene.time.advanced(by: 4_000))
            #expect(same.stored.objects == 0)
        }
    }

    @Test("is readable by its owner alone, and without its key contains nothing of what people wrote")
    func secret() async throws {
        try await BackedServer.with { scene in
            try await scene.post("a very particular sentence")
            let file = try await scene.share("another particular sentence")
            try scene.backUp(key: try scene.key())
            #expect(!FileManager.default.fileExists(atPath: scene.source.workFolder))
            for name in scene.filesOfSet() {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(scene.set)/\(name)"))
                #expect(bytes.range(of: Data("particular".utf8)) == nil, "\(name)")
                #expect(!name.contains((file as NSString).lastPathComponent), "a name would tell of a content")
            }
            let names = FileManager.default.enumerator(atPath: scene.set)?.compactMap { $0 as? String } ?? []
            for name in names + [""] {
                let mode = try FileManager.default.attributesOfItem(atPath: "\(scene.set)/\(name)")[.posixPermissions]
                #expect((mode as? NSNumber).map { $0.intValue & 0o077 } == 0, "\(name)")
            }
        }
    }

    @Test("tells at once of a wrong key, a missing key and a key that is not needed")
    func keys() async throws {
        try await BackedServer.with { scene in
            let (key, other) = (try scene.key(), try scene.key("other"))
            try scene.backUp(key: key)
            #expect(throws: BackupProblem(.key, "This is not the key of the backup in \"\(scene.set)\".")) {
                try scene.backUp(key: other)
            }
            #expect(throws: BackupProblem.self) { try scene.backUp() }
            #expect(throws: BackupProblem.self) { try Backups(scene.set, key: other).list() }
            #expect(try Backups(scene.set, key: key).list().count == 1)
            let plain = scene.set + "-plain"
            _ = try Backups(plain).make(from: scene.source, at: scene.time)
            #expect(throws: BackupProblem.self) { try Backups(plain, key: key).list() }
            #expect(throws: BackupProblem.self) { try BackupKey(file: scene.set + "/set.json") }
        }
    }

    @Test("runs once at a time, and not into a folder of other files or the address of a store")
    func refused() async throws {
        try await BackedServer.with { scene in
            try scene.backUp()
            let lock = try DatabaseLock(path: "\(scene.set)/backup")
            let problem = #expect(throws: BackupProblem.self) { try scene.backUp() }
            #expect(problem?.code == .inUse)
            lock.release()
            #expect(throws: BackupProblem.self) { try Backups(scene.data).make(from: scene.source, at: scene.time) }
            #expect(throws: BackupProblem.self) { try Backups("s3://bucket/backup") }
            #expect(throws: BackupProblem.self) {
                try Backups(scene.set).make(from: BackupSource(folder: scene.target), at: scene.time)
            }
        }
    }

    @Test(
        "that is interrupted anywhere leaves the set as it was, and the next one clears its traces away",
        arguments: [false, true])
    func interrupted(isEncrypted: Bool) async throws {
        try await BackedServer.with { scene in
            let key = isEncrypted ? try scene.key() : nil
            try await scene.post("first")
            try scene.backUp(key: key)
            let before = scene.filesOfSet()
            try await scene.share(String(repeating: "new content ", count: 1_000))
            try await scene.post("second")
            var steps = 0
            try scene.backUp(key: key, after: 1) { steps += 1 }
            let whole = try Backups(scene.set, key: key).list().count
            #expect(whole == 2)
            for stop in 1...steps {
                let set = "\(scene.set)-\(stop)"
                try FileManager.default.createDirectory(atPath: set, withIntermediateDirectories: true)
                for name in before {
                    let place = URL(fileURLWithPath: "\(set)/\(name)")
                    try FileManager.default.createDirectory(
                        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                    try FileManager.default.copyItem(at: URL(fileURLWithPath: "\(scene.set)/\(name)"), to: place)
                }
                let backups = try Backups(set, key: key)
                var left = stop
                #expect(throws: CancellationError.self) {
                    try backups.make(from: scene.source, at: scene.time) {
                        left -= 1
                        if left == 0 { throw CancellationError() }
                    }
                }
                #expect(try backups.list().count == 1)
                #expect(try backups.verify().isIntact)
                _ = try backups.make(from: scene.source, at: scene.time)
                #expect(try backups.verify().isIntact)
                #expect(!FileManager.default.fileExists(atPath: "\(set)/unfinished"))
            }
        }
    }

    @Test("names a file that is missing or damaged in the media folder, and keeps what it had of it")
    func lostMedia() async throws {
        try await BackedServer.with { scene in
            let kept = try await scene.share("it was in a backup before")
            try scene.backUp()
            let (lost, damaged) = (try await scene.share("a lost file"), try await scene.share("a damaged file"))
            try FileManager.default.removeItem(atPath: scene.file(lost))
            try Data("what is this?!".utf8).write(to: URL(fileURLWithPath: scene.file(damaged)))
            let report = try scene.backUp(after: 1)
            #expect(
                Set(report.losses.map { "\($0.path) \($0.reason)" }) == ["\(lost) lost", "\(damaged) damaged"])
            #expect(report.manifest.files == 1)
            let restored = try Backups(scene.set).restore(to: scene.target, at: scene.time)
            #expect(restored.files == 1)
            #expect(FileManager.default.fileExists(atPath: "\(scene.target)/\(kept)"))
        }
    }
}
