import Foundation
import NexusCore
import Testing

@testable import NexusServer

@Suite("The verification of a backup", .serialized)
struct BackupVerificationTests {
    @Test("finds and names a flipped bit in every file of the set, and so does the restore", arguments: [false, true])
    func damaged(isEncrypted: Bool) async throws {
        try await BackedServer.with { scene in
            let key = isEncrypted ? try scene.key() : nil
            try await scene.post("a message")
            try await scene.share("a file")
            let report = try scene.backUp(key: key)
            let backups = try Backups(scene.set, key: key)
            #expect(try backups.verify().isIntact)
            let files = scene.filesOfSet().filter { $0 != "backup.lock" }
            // The description, the manifest, a list, a file, and the pieces of the database.
            #expect(files.count >= 5)
            for file in files {
                try scene.damage(file)
                if file == "set.json" {
                    let problem = #expect(throws: BackupProblem.self) { try backups.verify() }
                    #expect(problem?.text.contains("set.json is damaged") == true)
                } else {
                    let result = try backups.verify()
                    #expect(result.flaws.map(\.text) == ["\(file) is damaged."])
                    #expect(result.flaws.first?.snapshots == [report.manifest.id])
                }
                let problem = #expect(throws: BackupProblem.self) {
                    try backups.restore(to: scene.target, at: scene.time)
                }
                #expect(problem?.text.contains(file) == true)
                #expect(try FileManager.default.contentsOfDirectory(atPath: scene.target) == ["nexus.sqlite.lock"])
                // The same flip again mends it.
                try scene.damage(file)
            }
            #expect(try backups.verify().isIntact)
        }
    }

    @Test("names a missing object with every snapshot that needs it, and the next backup stores it again")
    func missing() async throws {
        try await BackedServer.with { scene in
            let path = try await scene.share("a file")
            let name = (path as NSString).lastPathComponent
            let ids = [try scene.backUp().manifest.id, try scene.backUp(after: 1).manifest.id]
            try FileManager.default.removeItem(atPath: "\(scene.set)/objects/\(name.prefix(2))/\(name)")
            let backups = try Backups(scene.set)
            let result = try backups.verify()
            #expect(result.flaws.map(\.text) == ["objects/\(name.prefix(2))/\(name) is missing."])
            #expect(result.flaws.first?.snapshots == ids)
            #expect(try backups.verify(snapshot: ids[0]).snapshots == [ids[0]])
            try scene.backUp(after: 2)
            #expect(try backups.verify().isIntact)
        }
    }

    @Test("a manifest that names a place outside of the data folder is not restored")
    func hostile() throws {
        for path in ["media/blobs/../../x", "/etc/passwd", "media/blobs/ab/\(String(repeating: "c", count: 64))"] {
            #expect(BackupRestore.content(of: path) == nil)
        }
        let hash = String(repeating: "c", count: 64)
        #expect(BackupRestore.content(of: "media/blobs/cc/\(hash)")?.text == hash)
        #expect(BackupRestore.content(of: "media/blobs/cc/\(hash).320")?.text == hash)
    }
}
