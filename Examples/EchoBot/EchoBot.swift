import Foundation
import NexusClient
import NexusCore

/// A bot on the SDK: signs in, and answers whatever begins with "!" in any conversation that it is a member of.
///
/// ```
/// BOT_SERVER=http://127.0.0.1:8480 BOT_EMAIL=bot@example.org BOT_PASSWORD=… swift run EchoBot
/// ```
///
/// It needs no code for a network that fails: reads come from its store, answers go out by its outbox, and the client connects
/// again by itself. What it has answered it marks as read, so that after a restart it goes on where it was.
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

    /// Signs in unless it is; waits for a server that cannot be reached yet.
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
        // Before the first look, so that nothing falls between the two. One signal stands for any number of changes.
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
            // Taken out of the conversation meanwhile, or the disk is full: the next change brings the next try.
            EchoBot.say(error.message)
        }
    }

    /// Answers what is unread, and marks it as read.
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
