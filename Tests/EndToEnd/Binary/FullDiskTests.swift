import Foundation
import NIOCore
import NIOPosix
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@testable import NexusBench

@Suite("The server on a full disk", .serialized, .enabled(if: SmallDisk.isPossible, "mounting needs root"))
struct FullDiskTests {
    @Test("refuses writes with a stable code, loses nothing acknowledged, and continues once there is space")
    func fullDisk() async throws {
        let disk = try SmallDisk(megabytes: 8)
        let server = try ServerProcess(folder: disk.folder.appending(path: "data"))
        let team = try await server.seed { try await BenchTeam.pairs(1, $0) }
        try disk.fill(leavingKibibytes: 2_048)
        try server.start()
        let account = SignUpRequest(email: "eve@example.org", password: "correct horse", name: "Eve", device: "test")
        let eve = try SignedIn.decode(try await server.post("/v1/accounts", account.json).body)
        let token = team.people[0].accessToken
        let text = String(repeating: "x", count: 4_000)
        var acknowledged: [MessageID] = []
        var refusal: Refusal?
        for number in 1...2_000 {
            let operation = post(text, in: team.conversations[0], number)
            let answer = try await server.post("/v1/operations", operation.json, token: token)
            if answer.status == 200 {
                acknowledged.append(operation.id.retyped())
            } else {
                refusal = try ErrorBody.decode(answer.body).refusal
                break
            }
        }
        #expect(refusal?.code == .storageFull)
        #expect(refusal?.code.isTransient == true)
        #expect(server.isRunning)
        try await checkFull(server, eve)
        try disk.makeRoom()
        try await eventually("the server recovers", within: .seconds(60)) {
            try await server.get("/health").status == 200
        }
        let next = post("there is room again", in: team.conversations[0], 5_000)
        try await eventually("posts are taken again", within: .seconds(60)) {
            try await server.post("/v1/operations", next.json, token: token).status == 200
        }
        let history = try await server.history(of: team.conversations[0], token: team.people[1].accessToken)
        #expect(history.map(\.id) == acknowledged + [next.id.retyped()])
        #expect(history.map(\.seq) == (0..<history.count).map { Seq($0 + 2) })
        #expect(server.terminate() == 0)
        #expect(server.log.components(separatedBy: "the database cannot be written").count == 2)
        #expect(server.log.contains("the database can be written again"))
    }

    @Test("reports a limit on the size of files, still signs people in, and writes again without the limit")
    func fileSizeLimit() async throws {
        let server = try ServerProcess()
        let team = try await server.seed { try await BenchTeam.pairs(1, $0) }
        // Of 512 bytes each: 4 MiB.
        try server.start(under: "ulimit -f 8192")
        let account = SignUpRequest(email: "eve@example.org", password: "correct horse", name: "Eve", device: "test")
        let eve = try SignedIn.decode(try await server.post("/v1/accounts", account.json).body)
        let token = team.people[0].accessToken
        let text = String(repeating: "x", count: 4_000)
        var status = 200
        for number in 1...3_000 where status == 200 {
            let operation = post(text, in: team.conversations[0], number)
            status = try await server.post("/v1/operations", operation.json, token: token).status
        }
        #expect(status == 507)
        try await checkFull(server, eve)
        #expect(server.terminate() == 0)
        try server.start()
        #expect(try await server.get("/health").status == 200)
        let next = post("no limit", in: team.conversations[0], 5_000)
        #expect(try await server.post("/v1/operations", next.json, token: token).status == 200)
        #expect(server.terminate() == 0)
    }

    /// Health reports the problem, posting is refused, and sign-in, refresh and reading continue.
    private func checkFull(_ server: ServerProcess, _ eve: SignedIn) async throws {
        let health = try await server.get("/health")
        #expect(health.status == 503)
        let report = String(decoding: health.body, as: UTF8.self)
        #expect(report.contains(#""status":"degraded""#))
        #expect(report.contains(#""database":"full""#))
        #expect(report.contains("Free some space"))
        let metrics = String(decoding: try await server.get("/metrics").body, as: UTF8.self)
        #expect(metrics.contains("nexus_database_writable 0\n"))
        let signIn = SignInRequest(email: "eve@example.org", password: "correct horse", device: "test").json
        for _ in 0..<30 { #expect(try await server.post("/v1/sessions", signIn).status == 200) }
        var refreshToken = eve.refreshToken
        var token = ""
        for _ in 0..<30 {
            let answer = try await server.post("/v1/sessions/refresh", RefreshRequest(refreshToken: refreshToken).json)
            #expect(answer.status == 200)
            let renewed = try SignedIn.decode(answer.body)
            (refreshToken, token) = (renewed.refreshToken, renewed.accessToken)
        }
        #expect(try await server.get("/v1/conversations", token: token).status == 200)
        let rename = NexusCore.Operation(
            id: OperationID(high: 0x7000, low: 1 << 63 | 9), kind: .updateProfile(name: "Eva", showsPresence: nil))
        #expect(try await server.post("/v1/operations", rename.json, token: token).status == 507)
    }

    private func post(_ text: String, in conversation: ConversationID, _ number: Int) -> NexusCore.Operation {
        let id = OperationID(
            high: UInt64(BenchServer.now().milliseconds) << 16 | 0x7000, low: 0x8000_0000_0000_0000 | UInt64(number))
        return NexusCore.Operation(id: id, kind: .post(conversation, text: text, writtenAt: BenchServer.now()))
    }
}

/// A file system of a few megabytes, unmounted on deinit.
final class SmallDisk {
    let folder: URL

    static var isPossible: Bool {
        guard geteuid() == 0 else { return false }
        guard let disk = try? SmallDisk(megabytes: 1) else { return false }
        return FileManager.default.fileExists(atPath: disk.folder.path)
    }

    init(megabytes: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "nexus-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
            try FileManager.default.removeItem(at: folder)
            throw BenchFailure("no file system could be mounted")
        }
    }

    deinit {
        umount2(folder.path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(at: folder)
    }

    /// Fills the disk except for some bytes.
    func fill(leavingKibibytes rest: Int) throws {
        let values = try FileManager.default.attributesOfFileSystem(forPath: folder.path)
        let free = (values[.systemFreeSize] as? NSNumber)?.intValue ?? 0
        try Data(count: max(0, free - rest * 1_024)).write(to: folder.appending(path: "filler"))
    }

    func makeRoom() throws { try FileManager.default.removeItem(at: folder.appending(path: "filler")) }
}
