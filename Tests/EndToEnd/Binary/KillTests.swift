import NexusServer
import Testing

@testable import NexusBench

@Suite("A killed server", .serialized)
struct KillTests {
    @Test("has every acknowledged message once, in order, without a gap, after ten kills with -9 under load")
    func killedUnderLoad() async throws {
        let server = try ServerProcess()
        let team = ResendingTeam(try await server.seed { try await BenchTeam.pairs(8, $0) })
        for round in 1...10 {
            try server.start()
            try await team.write(to: server)
            try await team.haveAcknowledgements(round * 40)
            server.kill()
            try await team.areCut()
        }
        try server.start()
        try await team.expectUnbroken(on: server)
        #expect(server.terminate() == 0)
    }
}
