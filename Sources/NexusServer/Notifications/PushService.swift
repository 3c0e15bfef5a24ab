import NexusCore
import NexusDatabase

/// Registers devices for push notifications, tests them, and reports to administrators.
struct PushService: Sendable {
    let database: any Database
    let transport: any PushTransport
    let info: PushInfo
    /// Checks an address and its keys.
    let check: @Sendable (PushEndpoint) throws -> Void
    let delivery: PushDelivery
    let limit: UserLimit
    let server: String
    let now: @Sendable () -> Timestamp

    /// What a device needs to register, and the team's policy.
    func present() async throws -> PushInfo {
        var info = info
        info.hidesContent = try await database.read { try TeamRepository.hidesNotifications(in: $0) }
        return info
    }

    func isRegistered(_ session: SessionID) async throws -> Bool {
        try await database.read { try PushEndpointRepository.endpoint(of: session, in: $0) != nil }
    }

    /// - Throws: `Refusal`: `invalid_request` for an address or key that cannot be used, and a service that this server does not send with.
    func register(_ registration: PushRegistration, of context: SessionContext) async throws {
        try limit.take(context.user)
        let time = now()
        guard info.services.contains(registration.service),
            let service = PushEndpoint.Service(rawValue: registration.service)
        else {
            throw Refusal(
                .invalidRequest,
                info.services.isEmpty
                    ? "This server sends no push notifications."
                    : "This server sends push notifications with \(info.services.joined(separator: ", ")).")
        }
        guard let key = Base64URL.bytes(of: registration.key), let secret = Base64URL.bytes(of: registration.secret)
        else { throw Refusal(.invalidRequest, "key and secret are base64url.") }
        let endpoint = PushEndpoint(
            id: PushEndpointID(at: time), user: context.user, session: context.session, service: service,
            address: registration.address, publicKey: key, secret: secret)
        try check(endpoint)
        try await database.write { transaction in
            if let known = try PushEndpointRepository.endpoint(of: endpoint.session, in: transaction),
                known.address == endpoint.address, known.publicKey == endpoint.publicKey,
                known.secret == endpoint.secret
            {
                return
            }
            try PushEndpointRepository.put(endpoint, at: time, transaction)
        }
    }

    func unregister(_ session: SessionID) async throws {
        try await database.write { try PushEndpointRepository.delete(of: session, $0) }
    }

    /// Sends a notification to the caller's device at once.
    func test(of context: SessionContext) async throws -> PushTest {
        try limit.take(context.user)
        let found = try await database.read { try PushEndpointRepository.endpoint(of: context.session, in: $0) }
        guard let endpoint = found else {
            return PushTest(steps: [
                .init(
                    name: "registered", succeeded: false,
                    text: "This device is not registered. Turn notifications off and on again.")
            ])
        }
        let content = PushContent(
            kind: .test, title: "Nexus", text: "Notifications work on this device.",
            badge: try await database.read { [now] in try UnreadTotal.of(endpoint.user, at: now(), in: $0) },
            page: server)
        let outcome = await transport.send(
            OutgoingPush(content: content, collapseKey: "test", life: 60), to: endpoint)
        let registered = PushTest.Step(name: "registered", succeeded: true, text: "This device is registered.")
        return PushTest(steps: [registered, try await step(outcome, endpoint)])
    }

    private func step(_ outcome: PushOutcome, _ endpoint: PushEndpoint) async throws -> PushTest.Step {
        switch outcome {
        case .sent:
            return .init(
                name: "sent", succeeded: true,
                text:
                    "The push service took the notification. If it does not appear, allow notifications in the settings of this device."
            )
        case .gone:
            try await database.write { try PushEndpointRepository.delete(endpoint.id, $0) }
            return .init(
                name: "sent", succeeded: false,
                text: "The push service no longer knows this device. Turn notifications off and on again.")
        case .retry(_, let failure):
            return .init(
                name: "sent", succeeded: false,
                text: "The push service could not be used: \(failure.text) Notifications are tried again.")
        case .refused(let failure):
            return .init(
                name: "sent", succeeded: false, text: "The push service refused the notification: \(failure.text)")
        }
    }

    /// - Throws: `Refusal` (`forbidden`) to others than administrators.
    func report(for user: UserID) async throws -> PushReport {
        try await database.read { [info, delivery] reader in
            try AccountStatus.requireAdministrator(user, reader)
            let (waiting, oldest) = try PushQueueRepository.waiting(in: reader)
            return PushReport(
                services: info.services, devices: try PushEndpointRepository.count(in: reader),
                sent: Int64(delivery.counters.sent.value), failures: delivery.counters.report, waiting: waiting,
                oldest: oldest)
        }
    }
}
