import NexusCore
import NexusDatabase
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusServer

@Suite("Sending push notifications")
struct PushDeliveryTests {
    /// Takes what is sent, but answers nothing for one host until its requests are cancelled.
    private final class HangingService: PushTransport {
        static let host = "https://hangs.example.org/"

        let taken = RecordingPushService()
        private let open = Mutex(0)
        /// Requests that wait for an answer.
        var hanging: Int { open.withLock { $0 } }

        func send(_ push: OutgoingPush, to endpoint: PushEndpoint) async -> PushOutcome {
            guard endpoint.address.hasPrefix(HangingService.host) else { return await taken.send(push, to: endpoint) }
            open.withLock { $0 += 1 }
            await WakeSignal().next()
            open.withLock { $0 -= 1 }
            return .retry(after: nil, PushFailure(reason: "connection", text: "It did not answer in time."))
        }
    }

    @Test("to a host that hangs delays nothing that is sent to another, however much waits for it")
    func hanging() async throws {
        let bench = try NotificationBench()
        // Less than waits for the host that hangs.
        bench.pace.batch = 8
        let ada = try bench.server.person("Ada")
        let (ben, eve) = (try bench.server.person("Ben"), try bench.server.person("Eve"))
        try bench.device(HangingService.host + "eve", of: eve)
        for number in 1...40 {
            let group = try bench.server.group(of: ada, with: [eve])
            try bench.server.post("\(number)", in: group, by: ada)
        }
        try await bench.follow()
        bench.server.now = bench.server.now.advanced(by: 1_000)
        try bench.device("https://push.example.org/ben", of: ben)
        // Twice as many as the host has slots.
        for number in 1...8 {
            try bench.server.post("\(number)", in: try bench.server.group(of: ada, with: [ben]), by: ada)
        }
        try await bench.follow()

        let service = HangingService()
        let delivery = bench.makeDelivery(by: service)
        let database = bench.server.database
        let running = Task { await delivery.run() }
        try await eventually("they arrive") { service.taken.taken.count == 8 }
        try await eventually("they are settled") { try await waiting(in: database) == 40 }
        #expect(service.taken.screen("https://push.example.org/ben").count == 8)
        try await eventually("few requests hang") { service.hanging == PushPace().originConcurrency }
        running.cancel()
        await running.value
        #expect(service.hanging == 0)
        #expect(try bench.waiting() == 40, "those that were given up are tried again")
    }

    /// Of a delivery that runs: another thread may serve a read of an inline database.
    private func waiting(in database: SQLDatabase) async throws -> Int64 {
        try await database.read { try PushQueueRepository.waiting(in: $0).count }
    }

    @Test("to a host refills its slots as they get free, until all are sent")
    func refilled() async throws {
        let bench = try NotificationBench()
        bench.pace.batch = 8
        let (ada, ben) = (try bench.server.person("Ada"), try bench.server.person("Ben"))
        try bench.device("https://push.example.org/ben", of: ben)
        for number in 1...40 {
            try bench.server.post("\(number)", in: try bench.server.group(of: ada, with: [ben]), by: ada)
        }
        try await bench.follow()
        let service = RecordingPushService()
        let delivery = bench.makeDelivery(by: service)
        let database = bench.server.database
        let running = Task { await delivery.run() }
        try await eventually("all are sent") { service.taken.count == 40 }
        try await eventually("all are settled") { try await waiting(in: database) == 0 }
        running.cancel()
        await running.value
        #expect(service.taken.count == 40, "none twice")
    }

    @Test("has four slots for a host, more for a browser's service, and as many for both together as for either")
    func slots() {
        let pace = PushPace()
        var slots = PushSlots(pace)
        func origin(_ address: String, _ service: PushEndpoint.Service = .web) -> PushOrigin {
            PushOrigin(
                of: PushEndpoint(
                    id: PushEndpointID(high: 1, low: 1), user: UserID(high: 1, low: 1),
                    session: SessionID(high: 1, low: 1), service: service, address: address, publicKey: [], secret: []))
        }
        var made: UInt64 = 0
        func fill(_ origin: PushOrigin) -> [QueuedNotification.Key] {
            var keys: [QueuedNotification.Key] = []
            while true {
                made += 1
                let key = QueuedNotification.Key.messages(
                    PushEndpointID(high: 2, low: made), ConversationID(high: 3, low: made))
                guard slots.take(key, for: origin) else { return keys }
                keys.append(key)
            }
        }
        let first = fill(origin("https://a.example.org/1"))
        #expect(first.count == pace.originConcurrency)
        for host in 1...20 { _ = fill(origin("https://h\(host).example.org/1")) }
        #expect(slots.count == pace.concurrency && slots.hasRoom)
        #expect(fill(origin("https://fcm.googleapis.com/1")).count == pace.knownConcurrency)
        #expect(fill(origin("https://web.push.apple.com/1")).count == pace.concurrency - pace.knownConcurrency)
        #expect(!slots.hasRoom)
        for key in first { slots.free(key) }
        #expect(slots.hasRoom)
        #expect(fill(origin("https://a.example.org/2")).count == pace.originConcurrency)
        slots = PushSlots(pace)
        let apple = fill(origin("abcd", .apple))
        #expect(apple.count == pace.concurrency)
        slots.free(apple[0])
        let again = slots.take(apple[1], for: origin("abcd", .apple))
        #expect(!again, "it is on its way")
        let freed = slots.take(apple[0], for: origin("abcd", .apple))
        #expect(freed)
    }
}
