import NexusCore

@testable import NexusClient

/// A signed-in offline client, over a store with a conversation of Ada and Bob.
struct OfflineClient {
    let folder: TemporaryFolder
    let client: NexusClient
    let line = ScriptedLine()
    let http = AccessTokenTests.ScriptedHTTP()

    init(messages: Seq = 3, in folder: TemporaryFolder? = nil) async throws {
        let isNew = folder == nil
        self.folder = try folder ?? TemporaryFolder()
        let profile = try ProfileFolder(self.folder.path)
        if isNew {
            _ = try Samples.store(messages: messages, in: LocalStore(at: profile.store))
            try profile.credentials.save(
                Credentials(
                    server: try ServerAddress("http://127.0.0.1:1"), signedIn: AccessTokenTests.signedIn(1),
                    at: SystemClock().now()))
        }
        client = NexusClient(
            profile, configuration: ClientConfiguration(http: http, live: line, device: "test", sharesProfile: true))
    }
}
