import Foundation
import Testing

@Suite("The command line: search")
struct CommandSearchTests {
    @Test("finds messages with marked matches, on the server and on this device, and says where")
    func search() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        let talk = try await ada.run("new", "--direct", "bob@example.org").identifier
        for text in ["Die Donaudampfschifffahrtsgesellschaft", "明日の会議室", "lunch"] {
            #expect(try await ada.run("send", talk, text, "--wait", "10").code == 0)
        }
        let found = try await bob.objects("search", "schifffahrt", "from:ada", "--json")
        #expect(found.count == 1)
        #expect(
            Set(found.first?.keys.map { $0 } ?? [])
                == ["id", "conversation", "seq", "sender", "writtenAt", "snippet"])
        let snippet = try #require(found.first?["snippet"] as? [String: Any])
        #expect(snippet["marks"] as? [[Int]] == [[14, 25]])
        #expect(try await bob.run("search", "会議").output.contains("明日の会議室"))
        #expect(try await bob.objects("search", "in:ada", "--newest", "--limit", "2", "--json").count == 2)
        let byMeaning = try await bob.run("search", "lunch", "--meaning")
        #expect(byMeaning.output.contains("lunch"))
        #expect(byMeaning.errors.contains("only words were searched"))
        let wrong = try await bob.run("search", "before:soon")
        #expect(wrong.code == 1)
        #expect(wrong.errors.contains("before:soon is not a day"))
        #expect(try await bob.run("search").code == 2)
        #expect(try await bob.run("search", "x", "--limit", "0").code == 2)
        // The device has what it has synchronized.
        #expect(try await bob.run("messages", talk).code == 0)
        server.kill()
        let offline = try await bob.run("search", "schifffahrt")
        #expect(offline.code == 0)
        #expect(offline.output.contains("Donaudampfschifffahrtsgesellschaft"))
        #expect(offline.errors.contains("only this device"))
    }
}
