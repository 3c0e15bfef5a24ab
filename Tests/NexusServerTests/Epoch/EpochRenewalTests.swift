import Foundation
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("The epoch of a database")
struct EpochRenewalTests {
    private static let epoch = EpochID(high: 0xE, low: 1)
    private static let mark = CommitMark(epoch: epoch, file: 7, changes: 100)

    @Test(
        "an unchanged database keeps its epoch; in doubt a new one begins",
        arguments: [
            (.mark(mark), epoch, 7, 100, nil),
            // It may be ahead of its mark, which is written periodically.
            (.mark(mark), epoch, 7, 130, nil),
            (.mark(mark), epoch, 7, 99, .behind(by: 1)),
            (.mark(mark), epoch, 8, 100, .fileReplaced),
            (.mark(mark), EpochID(high: 0xE, low: 2), 7, 100, .otherEpoch),
            (.mark(mark), nil, 7, 100, .first),
            (.missing, nil, 7, 0, .first),
            (.missing, epoch, 7, 100, .markMissing),
            (.damaged, epoch, 7, 100, .markDamaged),
        ] as [(MarkFile.Content, EpochID?, UInt64, Int64, EpochRenewal?)])
    func judged(
        _ content: MarkFile.Content, _ epoch: EpochID?, _ file: UInt64, _ changes: Int64, _ renewal: EpochRenewal?
    ) {
        #expect(EpochRenewal.judged(content, epoch: epoch, file: file, changes: changes) == renewal)
    }

    @Test(
        "the mark of a server that waits moves forward within an epoch, and with the epoch",
        arguments: [
            (.missing, epoch, 100, 100), (.damaged, epoch, 100, 100), (.missing, nil, 0, nil),
            (.mark(mark), epoch, 100, nil), (.mark(mark), epoch, 101, 101),
            // The server that has the database will find out, or this one will.
            (.mark(mark), epoch, 99, nil),
            (.mark(mark), EpochID(high: 0xE, low: 2), 5, 5),
        ] as [(MarkFile.Content, EpochID?, Int64, Int64?)])
    func following(_ content: MarkFile.Content, _ epoch: EpochID?, _ changes: Int64, _ marked: Int64?) {
        let mark = CommitMark.following(content, epoch: epoch, changes: changes)
        #expect(mark == marked.flatMap { changes in epoch.map { CommitMark(epoch: $0, file: 0, changes: changes) } })
    }

    @Test("a mark survives writing and reading, and a damaged one is invalid")
    func text() {
        let text = Self.mark.text
        #expect(CommitMark(text: text) == Self.mark)
        #expect(text.utf8.count == CommitMark(epoch: Self.epoch, file: .max, changes: .max).text.utf8.count)
        for damaged in [
            "", "\n", String(text.dropLast()), "x" + text, text.replacingOccurrences(of: " 1 ", with: " 2 "),
        ] {
            #expect(CommitMark(text: damaged) == nil, "\(damaged)")
        }
    }

    // MARK: With files

    /// A folder with a closed database of two users and some messages.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "nexus-epoch-\(UUID().uuidString)")
        var path: String { url.appending(path: "nexus.sqlite").path }
        var mark: String { path + ".mark" }
        var configuration: DatabaseConfiguration { DatabaseConfiguration(storage: .file(path)) }

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(at: url) }

        /// Opens it as a server does, creates some groups, and closes it.
        func epoch(making groups: Int = 0) async throws -> EpochID {
            let (database, epoch) = try DatabaseEpoch.open(configuration, now: { Timestamp(milliseconds: 1_000) })
            let heads = ConversationHeads()
            database.beforeCommit { try heads.writeHeads($0) }
            database.afterCompletions { epoch.committed(heads.changes) }
            let service = OperationService(heads: heads)
            for _ in 0..<groups {
                try await database.write { transaction in
                    var random = SystemRandomNumberGenerator()
                    let time = Timestamp(milliseconds: 2_000)
                    let user = User(
                        id: UserID(at: time, using: &random), name: "Ada",
                        email: "\(UInt64.random(in: 0 ... .max))@example.org")
                    _ = try AccountRepository.insert(user, passwordHash: "", at: time, transaction)
                    let kind = Operation.Kind.createGroup(
                        ConversationID(at: time, using: &random), title: "G", members: [])
                    _ = try service.apply(
                        Operation(id: OperationID(at: time, using: &random), kind: kind), by: user.id, in: transaction,
                        now: time)
                }
            }
            try await database.close()
            epoch.close()
            return epoch.id
        }
    }

    @Test("it survives a restart, and its mark has the number of changes")
    func kept() async throws {
        let folder = try Folder()
        let epoch = try await folder.epoch(making: 3)
        guard case .mark(let mark) = MarkFile(ofDatabaseAt: folder.path).read() else {
            Issue.record("there is no mark")
            return
        }
        #expect((mark.epoch, mark.changes) == (epoch, 3))
        #expect(try await folder.epoch(making: 1) == epoch)
        #expect(try await folder.epoch() == epoch)
    }

    @Test("a backup copied over the file or replacing it begins a new epoch", arguments: [true, false])
    func restored(inPlace: Bool) async throws {
        let folder = try Folder()
        let epoch = try await folder.epoch(making: 2)
        let backup = folder.path + ".backup"
        try FileManager.default.copyItem(atPath: folder.path, toPath: backup)
        #expect(try await folder.epoch(making: 1) == epoch)
        if inPlace {
            let bytes = try Data(contentsOf: URL(filePath: backup))
            let file = try FileHandle(forWritingTo: URL(filePath: folder.path))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: bytes)
            try file.close()
        } else {
            try FileManager.default.removeItem(atPath: folder.path)
            try FileManager.default.moveItem(atPath: backup, toPath: folder.path)
        }
        let renewed = try await folder.epoch()
        #expect(renewed != epoch)
        #expect(try await folder.epoch(making: 1) == renewed)
    }

    @Test("a database with a missing or unreadable mark begins a new epoch")
    func withoutMark() async throws {
        let folder = try Folder()
        let epoch = try await folder.epoch(making: 1)
        try FileManager.default.removeItem(atPath: folder.mark)
        let second = try await folder.epoch()
        #expect(second != epoch)
        try Data("nexus".utf8).write(to: URL(filePath: folder.mark))
        let third = try await folder.epoch()
        #expect(third != second)
        #expect(try await folder.epoch() == third)
    }

    @Test("it is renewed on request, and only while no server has the database open")
    func asked() async throws {
        let folder = try Folder()
        let epoch = try await folder.epoch(making: 1)
        let now: @Sendable () -> Timestamp = { Timestamp(milliseconds: 3_000) }
        let renewed = try await DatabaseMaintenance.renew(folder.configuration, now: now)
        #expect(renewed != epoch)
        #expect(try await folder.epoch() == renewed)
        let (database, open) = try DatabaseEpoch.open(folder.configuration, now: now)
        let error = await #expect(throws: DatabaseError.self) {
            try await DatabaseMaintenance.renew(folder.configuration, now: now)
        }
        #expect(error?.code == .inUse)
        #expect(open.id == renewed)
        try await database.close()
        open.close()
    }
}
