import NexusClient
import NexusCore
import NexusTestSupport
import Testing

@Suite("A crowd on failing networks")
struct ClientCrowdTests {
    /// One user, with their own connection.
    private struct Person: Sendable {
        let number: Int
        let line: CuttableLine
        let device: Device

        /// Goes offline: connections are refused, or nothing passes.
        func leave(into condition: CuttableLine.Condition) async throws {
            line.become(condition)
            try await device.client.networkLost()
        }

        func comeBack() async throws {
            line.become(.open)
            try await device.client.networkReturned()
        }
    }

    private static let size = 12
    private static let rounds = 5

    @Test(
        "twelve people write during cut connections and server restarts: nothing is lost, doubled or out of order"
    )
    func crowd() async throws {
        let files = try Device()
        _ = try await files.client.account()
        let database = files.folder + "/server.sqlite"
        var server = try await TestServer(data: database)
        let port = server.port
        let people = try await crowd(at: port)
        let users = try await users(of: people)
        let (group, _) = try await people[0].device.client.createGroup(title: "All", members: Array(users.dropFirst()))
        for person in people {
            try await eventually("\(person.number) is in") { try await person.device.client.conversation(group) != nil }
        }

        for round in 1...ClientCrowdTests.rounds {
            for person in people {
                switch (person.number + round) % 4 {
                case 0: try await person.leave(into: .cut)
                case 1: try await person.leave(into: .dumb)
                default: break
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for person in people {
                    tasks.addTask {
                        for part in ["a", "b", "c"] {
                            try await person.device.client.send("\(person.number) \(round)\(part)", in: group)
                        }
                        // And to the next, apart from the others.
                        let next = users[(person.number + 1) % users.count]
                        let (pair, _) = try await person.device.client.openDirect(with: next)
                        try await person.device.client.send("\(person.number) \(round)", in: pair)
                    }
                }
                try await tasks.waitForAll()
            }
            if round == 3 {
                await server.stop()
                server = try await TestServer(data: database, port: port)
            }
            for person in people { try await person.comeBack() }
        }

        let count = ClientCrowdTests.size * ClientCrowdTests.rounds * 3
        for person in people {
            try await eventually("\(person.number) has sent everything") {
                try await person.device.client.networkReturned()
                return try await person.device.client.unsentCount() == 0
            }
        }
        for person in people {
            try await eventually("\(person.number) has everything") {
                try await person.device.texts(group).count >= count
            }
        }
        try await check(people, users, group)
        for person in people { await person.device.quit() }
        await server.stop()
    }

    private func users(of people: [Person]) async throws -> [User] {
        var users: [User] = []
        for person in people { users.append(try await person.device.user) }
        return users
    }

    private func crowd(at port: Int) async throws -> [Person] {
        var people: [Person] = []
        for number in 0..<ClientCrowdTests.size {
            let line = try await CuttableLine(to: port)
            let device = try await Device.signedUp("P\(number)", at: line.address)
            people.append(Person(number: number, line: line, device: device))
        }
        return people
    }

    private func check(_ people: [Person], _ users: [User], _ group: ConversationID) async throws {
        let parts = (1...ClientCrowdTests.rounds).flatMap { round in ["a", "b", "c"].map { "\(round)\($0)" } }
        let order = try await people[0].device.client.messages(in: group, limit: 1_000).messages
        #expect(order.compactMap(\.seq) == order.compactMap(\.seq).sorted())
        #expect(Set(order.map(\.id)).count == order.count)
        for person in people {
            let seen = try await person.device.client.messages(in: group, limit: 1_000).messages
            #expect(seen.map(\.id) == order.map(\.id), "all see the same in the same order")
            #expect(seen.map(\.seq) == order.map(\.seq))
            let own = order.map(\.text).filter { $0.hasPrefix("\(person.number) ") }
            #expect(
                own == parts.map { "\(person.number) \($0)" }, "what one person wrote is in the order they wrote it")
            let next = (person.number + 1) % users.count
            let pair = ConversationID.direct(between: users[person.number].id, and: users[next].id)
            let expected = (1...ClientCrowdTests.rounds).map { "\(person.number) \($0)" }
            for index in [person.number, next] {
                try await eventually("both of a pair have it") {
                    try await people[index].device.texts(pair) == expected
                }
            }
        }
    }
}
