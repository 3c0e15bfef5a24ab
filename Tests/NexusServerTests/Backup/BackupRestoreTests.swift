import Foundation
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("A restore", .serialized)
struct BackupRestoreTests {
    @Test("refuses a folder with data, keeps that data where it is told to replace it, and refuses a running server's")
    func occupied() async throws {
        try await BackedServer.with { scene in
            try await scene.post("in the backup")
            try scene.backUp()
            let backups = try Backups(scene.set)
            let running = #expect(throws: BackupProblem.self) {
                try backups.restore(to: scene.data, replaces: true, at: scene.time)
            }
            #expect(running?.code == .inUse)
            _ = try backups.restore(to: scene.target, at: scene.time)
            try Data("a mark".utf8).write(to: URL(fileURLWithPath: "\(scene.target)/nexus.sqlite.mark"))
            let refused = #expect(throws: BackupProblem.self) { try backups.restore(to: scene.target, at: scene.time) }
            #expect(refused?.code == .refused)
            let result = try backups.restore(to: scene.target, replaces: true, at: scene.time)
            let kept = try #require(result.replaced)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: kept).sorted() == [
                    "nexus.sqlite", "nexus.sqlite.mark",
                ])
            #expect(!FileManager.default.fileExists(atPath: "\(scene.target)/nexus.sqlite.mark"))
        }
    }

    @Test("that is interrupted anywhere leaves an empty folder empty, and data as it was")
    func interrupted() async throws {
        try await BackedServer.with { scene in
            try await scene.share("a file")
            try scene.backUp()
            let backups = try Backups(scene.set)
            var steps = 0
            _ = try backups.restore(to: scene.target, at: scene.time) { steps += 1 }
            let before = try Data(contentsOf: URL(fileURLWithPath: "\(scene.target)/nexus.sqlite"))
            #expect(steps >= 2)
            for stop in 1...steps {
                for target in [scene.target, "\(scene.target)-\(stop)"] {
                    var left = stop
                    #expect(throws: CancellationError.self) {
                        try backups.restore(to: target, replaces: true, at: scene.time) {
                            left -= 1
                            if left == 0 { throw CancellationError() }
                        }
                    }
                    #expect(!RestoreMark(ofDatabaseAt: "\(target)/nexus.sqlite").isSet)
                    #expect(!FileManager.default.fileExists(atPath: "\(target)/restoring"))
                }
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: "\(scene.target)-\(stop)") == [
                        "nexus.sqlite.lock"
                    ])
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: "\(scene.target)/nexus.sqlite")) == before)
        }
    }

    @Test("that was killed leaves a mark: no server starts there, and the next restore completes it")
    func killed() async throws {
        try await BackedServer.with { scene in
            try await scene.post("in the backup")
            try scene.backUp()
            let database = "\(scene.target)/nexus.sqlite"
            try BackupFiles.makeFolder("\(scene.target)/restoring")
            try RestoreMark(ofDatabaseAt: database).set()
            let problem = #expect(throws: DatabaseError.self) {
                try DatabaseEpoch.open(DatabaseConfiguration(storage: .file(database)), now: { scene.time })
            }
            #expect(problem?.code == .restoring)
            #expect(!FileManager.default.fileExists(atPath: database))
            // Half of it had taken its place.
            try Data("half".utf8).write(to: URL(fileURLWithPath: database))
            _ = try Backups(scene.set).restore(to: scene.target, at: scene.time)
            let (opened, _) = try DatabaseEpoch.open(
                DatabaseConfiguration(storage: .file(database)), now: { scene.time })
            try await opened.close()
        }
    }

    @Test("finds the snapshot by the beginning of its name, and refuses one of a newer version")
    func choosing() async throws {
        try await BackedServer.with { scene in
            let first = try scene.backUp().manifest
            try await scene.post("later")
            let second = try scene.backUp(after: 1).manifest
            let backups = try Backups(scene.set)
            #expect(try backups.find(nil) == second.id)
            #expect(try backups.find(String(first.id.prefix(10))) == first.id)
            #expect(throws: BackupProblem.self) { try backups.find("2") }
            #expect(throws: BackupProblem.self) { try backups.find("1999") }
            var newer = second
            newer.id = SnapshotName(at: scene.time.advanced(by: 9 * 86_400_000)).text
            newer.schema += 1
            _ = try BackupFiles.makeFolder("\(scene.set)/unfinished")
            _ = try backups.open().store(newer)
            let problem = #expect(throws: BackupProblem.self) { try backups.restore(to: scene.target, at: scene.time) }
            #expect(problem?.text.contains("newer") == true)
        }
    }
}
