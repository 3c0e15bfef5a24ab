import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The life of a client")
struct ClientLifeTests {
    @Test("a deallocated client closes its socket and releases the profile")
    func noLeak() async throws {
        let offline = try await OfflineClient()
        let profile = try ProfileFolder(offline.folder.path)
        let socket = ScriptedSocket()
        offline.line.next(.socket(socket))
        var client: NexusClient? = NexusClient(
            profile, configuration: ClientConfiguration(http: offline.http, live: offline.line))
        weak let gone = client
        weak let runner = try await client?.runner()
        let task = Task { [client] in try await client?.run() }
        try await eventually("it is connected") { await gone?.isOnline == true }
        task.cancel()
        _ = await task.result
        client = nil
        try await eventually("it is gone") { gone == nil && runner == nil }
        try await eventually("its socket is closed") { socket.isClosed }
        try await eventually("the profile is free") { try FileLock.claim(profile.syncLock) != nil }
    }

    @Test("streams of events end with their readers")
    func events() async throws {
        let offline = try await OfflineClient()
        let reader = Task {
            var count = 0
            for await _ in offline.client.events() { count += 1 }
            return count
        }
        try await offline.client.send("hello", in: Samples.talk)
        reader.cancel()
        #expect(await reader.value <= 1)
    }
}
