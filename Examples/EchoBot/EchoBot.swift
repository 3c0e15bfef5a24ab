import Foundation
import NexusClient
import NexusCore

/// A bot on the SDK: signs in, and answers messages that begin with "!" in its conversations.
///
/// ```
/// BOT_SERVER=http://127.0.0.1:8480 BOT_EMAIL=bot@example.org BOT_PASSWORD=… swift run EchoBot
/// ```
///
/// It needs no code for network failures: reads come from its store, answers go out through its outbox, and the client
/// reconnects by itself. It marks answered messages as read, so that it continues there after a restart.
@main
struct EchoBot {
    private let client: NexusClient

    static func main() async {
        let settings = ProcessInfo.processInfo.environment
        guard let server = settings["BOT_SERVER"], let email = settings["BOT_EMAIL"],
            let password = settings["BOT_PASSWORD"]
        else {
            leave("Set BOT_SERVER, BOT_EMAIL and BOT_PASSWORD; BOT_HOME is where it keeps what it knows (.echobot).")
        }
        do throws(ClientError) {
            let client = NexusClient(try ProfileFolder(settings["BOT_HOME"] ?? ".echobot"))
            try await signIn(client, server: server, email: email, password: password)
            try await EchoBot(client: client).run()
        } catch {
            leave("\(error.message) \(error.suggestion)")
        }
    }

    /// Signs in if necessary; waits for an unreachable server.
    private static func signIn(
        _ client: NexusClient, server: String, email: String, password: String
    ) async throws(ClientError) {
        while try await client.account() == nil {
            do throws(ClientError) {
                try await client.signIn(server: server, email: email, password: password)
            } catch {
                guard error.isOffline else { throw error }
                say("\(error.message) Trying again.")
                try? await Task.sleep(for: .seconds(2))
            }
        }
    }

    /// Answers until the session ends.
    private func run() async throws(ClientError) {
        // Before the first read, so that no change is missed. One signal covers any number of changes.
        let changes = client.signals { event in if case .changed = event { true } else { false } }
        let answering = Task {
            await answerAll()
            for await _ in changes { await answerAll() }
        }
        defer { answering.cancel() }
        EchoBot.say("Ready.")
        try await client.run()
    }

    private func answerAll() async {
        do throws(ClientError) {
            for row in try await client.conversations() where row.unread > 0 { try await answer(in: row.id) }
        } catch {
            // Removed from the conversation meanwhile, or the disk is full: the next change retries.
            EchoBot.say(error.message)
        }
    }

    /// Answers unread messages, and marks them as read.
    private func answer(in id: ConversationID) async throws(ClientError) {
        guard let state = try await client.conversation(id) else { return }
        let page = try await client.fetchMessages(in: id, limit: max(50, state.unread))
        let unread = page.messages.filter {
            !$0.isMine && !$0.isDeleted && $0.event == nil && ($0.seq ?? 0) > state.record.read
        }
        for message in unread {
            guard let answer = Answer.to(message.text, from: message.senderName) else { continue }
            try await client.send(answer, in: id)
        }
        if let newest = page.messages.compactMap(\.seq).max() { try await client.markRead(id, through: newest) }
    }

    private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

    private static func leave(_ text: String) -> Never {
        say(text)
        exit(1)
    }
}
