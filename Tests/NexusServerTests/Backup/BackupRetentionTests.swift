import Foundation
import NexusCore
import Testing

@testable import NexusServer

@Suite("The retention of snapshots")
struct BackupRetentionTests {
    private static let day: Int64 = 86_400_000

    /// Snapshots at noon and midnight of the days after Thursday, 1 January 1970.
    private func names(days: Int64) -> [SnapshotName] {
        (0..<days * 2).map { SnapshotName(at: Timestamp(milliseconds: $0 * Self.day / 2)) }
    }

    private func kept(_ retention: BackupRetention, days: Int64) -> [Int64] {
        let all = names(days: days)
        let removed = Set(retention.removed(of: all.shuffled()).map(\.text))
        return all.filter { !removed.contains($0.text) }.map { $0.time.milliseconds / (Self.day / 2) }
    }

    @Test("keeps all without a rule, and the newest under any rule")
    func all() {
        #expect(kept(BackupRetention(), days: 10).count == 20)
        #expect(kept(BackupRetention(last: 1), days: 10) == [19])
        #expect(BackupRetention(daily: 3).removed(of: []).isEmpty)
    }

    @Test("keeps the newest of each day, of each week that begins on Monday, and the last ones")
    func rules() {
        #expect(kept(BackupRetention(last: 3), days: 10) == [17, 18, 19])
        #expect(kept(BackupRetention(daily: 3), days: 10) == [15, 17, 19])
        // Days 0–3 are Thursday to Sunday, 4–10 and 11–17 whole weeks.
        #expect(kept(BackupRetention(weekly: 2), days: 18) == [21, 35])
        #expect(kept(BackupRetention(last: 2, daily: 2, weekly: 3), days: 18) == [7, 21, 33, 34, 35])
    }

    @Test("a snapshot's name tells its time, and other names are no snapshots")
    func naming() throws {
        let name = SnapshotName(at: Timestamp(milliseconds: 1_773_480_413_999))
        #expect(name.text.hasPrefix("20260314T092653Z-"))
        #expect(try #require(SnapshotName(name.text)).time.milliseconds == 1_773_480_413_000)
        for text in ["", "20260314T092653Z", "20260314T092653Z-12345", "../20260314T092653Z-1234"] {
            #expect(SnapshotName(text) == nil)
        }
    }

    @Test("snapshots of one second are in the order in which they were made, and the newest stays")
    func sameSecond() {
        var names: [SnapshotName] = []
        for milliseconds in [250, 250, 0, 999, 999] as [Int64] {
            names.append(SnapshotName(at: Timestamp(milliseconds: 86_400_000 + milliseconds), after: names.last))
        }
        #expect(names.map(\.text) == names.map(\.text).sorted())
        #expect(Set(names.map(\.text)).count == names.count)
        #expect(BackupRetention(last: 1).removed(of: names.shuffled()).map(\.text) == names.dropLast().map(\.text))
        let next = SnapshotName(at: Timestamp(milliseconds: 86_401_000), after: names.last)
        #expect(next.text == "19700102T000001Z-0000")
    }

    @Test("objects that no snapshot names any more are removed with the snapshots, and the others stay")
    func sweep() async throws {
        try await BackedServer.with { scene in
            try await scene.share("a file of every snapshot")
            try scene.backUp()
            for number in 1...5 {
                try await scene.post("message \(number)")
                try scene.backUp(after: Int64(number))
            }
            let report = try scene.backUp(keeping: BackupRetention(last: 2), after: 6)
            #expect(report.removed.count == 5)
            #expect(report.freed > 0)
            let backups = try Backups(scene.set)
            #expect(try backups.list().count == 2)
            #expect(try backups.verify().isIntact)
        }
    }
}
