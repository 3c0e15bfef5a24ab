import Foundation
import NexusClient
import NexusCore
import NexusTestSupport
import Testing

@Suite("Search on a device", .timeLimit(.minutes(10)))
struct ClientSearchTests {
    @Test("searches the server for messages that are not on the device, and the device by the same rules")
    func bothWays() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (group, _) = try await ada.client.createGroup(title: "Kitchen", members: [try await bob.user])
        let texts = ["Die Donaudampfschifffahrtsgesellschaft", "明日の会議室", "lunch", "see https://example.org"]
        for text in texts { try await ada.client.send(text, in: group) }
        #expect(try await ada.client.sync(within: 20_000) == .settled)
        try await eventually("Bob has them") { (try? await bob.texts(group).count) == texts.count }
        await ada.quit()
        let queries = ["schifffahrt", "会議", "lunch in:kitch from:ada", "has:link", "\"lunch\"", "lunch from:me"]
        var online: [[MessageID]] = []
        for query in queries {
            let found = try await bob.client.search(query)
            #expect(!found.isOnDevice)
            online.append(found.results.map(\.message))
        }
        #expect(online.map(\.count) == [1, 1, 1, 1, 1, 0])
        await server.stop()
        for (query, expected) in zip(queries, online) {
            let found = try await bob.client.search(query)
            #expect(found.isOnDevice)
            #expect(found.results.map(\.message) == expected, "\(query)")
            #expect(found.results.allSatisfy { $0.senderName == "Ada" })
        }
        await #expect(throws: ClientError.refused(Refusal(SearchProblem.notADay("before:soon")))) {
            try await bob.client.search("before:soon")
        }
    }
}
