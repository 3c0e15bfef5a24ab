import NexusClient
import NexusCore

/// The steps of the tutorial "Build a tiny chat client", verbatim.
enum TutorialSteps {
    enum Step1 {
        static func tinyChat(in folder: String) async throws {
            let client = NexusClient(try ProfileFolder(folder))
            print(try await client.account()?.profile.user.name ?? "Nobody has signed in yet.")
        }
    }

    enum Step2 {
        static func tinyChat(
            in folder: String, server: String, name: String, email: String, password: String
        ) async throws {
            let client = NexusClient(try ProfileFolder(folder))
            if try await client.account() == nil {
                try await client.signUp(server: server, name: name, email: email, password: password)
            }
        }
    }

    enum Step3 {
        static func tinyChat(
            in folder: String, server: String, name: String, email: String, password: String
        ) async throws {
            let client = NexusClient(try ProfileFolder(folder))
            if try await client.account() == nil {
                try await client.signUp(server: server, name: name, email: email, password: password)
            }

            let connection = Task { try await client.run() }
            defer { connection.cancel() }
            for row in try await client.conversations() { print(row.title, row.unread) }
        }
    }

    enum Step4 {
        static func tinyChat(
            in folder: String, server: String, name: String, email: String, password: String, other: String
        ) async throws {
            let client = NexusClient(try ProfileFolder(folder))
            if try await client.account() == nil {
                try await client.signUp(server: server, name: name, email: email, password: password)
            }

            let connection = Task { try await client.run() }
            defer { connection.cancel() }

            guard let person = try await client.people(matching: other).people.first else { return }
            let (talk, _) = try await client.openDirect(with: person)
            for row in try await client.messages(in: talk).messages { print("\(row.senderName): \(row.text)") }
        }
    }

    enum Step5 {
        static func tinyChat(
            in folder: String, server: String, name: String, email: String, password: String, other: String
        ) async throws {
            let client = NexusClient(try ProfileFolder(folder))
            if try await client.account() == nil {
                try await client.signUp(server: server, name: name, email: email, password: password)
            }

            let connection = Task { try await client.run() }
            defer { connection.cancel() }

            guard let person = try await client.people(matching: other).people.first else { return }
            let (talk, _) = try await client.openDirect(with: person)

            let events = client.events()
            let arrivals = Task {
                for await event in events {
                    guard case .arrived(let message) = event, message.conversation == talk else { continue }
                    print("\(person.name): \(message.text)")
                }
            }
            defer { arrivals.cancel() }

            for row in try await client.messages(in: talk).messages { print("\(row.senderName): \(row.text)") }
        }
    }

    enum Step6 {
        static func tinyChat(
            in folder: String, server: String, name: String, email: String, password: String, other: String,
            lines: AsyncStream<String>
        ) async throws {
            let client = NexusClient(try ProfileFolder(folder))
            if try await client.account() == nil {
                try await client.signUp(server: server, name: name, email: email, password: password)
            }

            let connection = Task { try await client.run() }
            defer { connection.cancel() }

            guard let person = try await client.people(matching: other).people.first else { return }
            let (talk, _) = try await client.openDirect(with: person)

            let events = client.events()
            let arrivals = Task {
                for await event in events {
                    guard case .arrived(let message) = event, message.conversation == talk else { continue }
                    print("\(person.name): \(message.text)")
                }
            }
            defer { arrivals.cancel() }

            for row in try await client.messages(in: talk).messages { print("\(row.senderName): \(row.text)") }

            for await line in lines where !line.isEmpty {
                try await client.send(line, in: talk)
            }
        }
    }
}
