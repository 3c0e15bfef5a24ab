import NexusCore
import Observation

/// The service of the push registration. ``NexusClient`` implements it; tests and previews may replace it.
public protocol PushDeviceService: ChangeService {
    func account() async throws(ClientError) -> Account?
    func pushInfo() async throws(ClientError) -> PushInfo
    func registerPush(_ registration: PushRegistration) async throws(ClientError)
}

extension NexusClient: PushDeviceService {}

/// Keeps the session of the signed-in user registered for push notifications on a device of Apple.
///
/// It registers through the server's relay if there is one, encrypted for the device, and else with the server's own key of Apple.
@Observable @MainActor
public final class PushDeviceViewModel {
    public enum State: Equatable, Sendable {
        /// No user is signed in, or the system has not given a token yet.
        case waiting
        /// By this service of `PushInfo.services`.
        case registered(String)
        /// The server sends to no device of Apple.
        case unavailable
        /// Tried again with the next connection.
        case failed(ClientError)
    }

    public private(set) var state = State.waiting

    private let service: any PushDeviceService
    private let keys: any PushKeyStore
    private var token: [UInt8]?
    private let isSandbox: Bool
    /// What the server knows: the session and its token.
    private var known: (session: SessionID, token: [UInt8])?

    /// - Parameter isSandbox: for an app in development, which Apple's test service reaches.
    public init(_ service: any PushDeviceService, keys: any PushKeyStore, isSandbox: Bool = false) {
        self.service = service
        self.keys = keys
        self.isSandbox = isSandbox
    }

    /// The system gave the device a token, at each start of the app.
    public func take(_ token: [UInt8]) async {
        self.token = token
        await refresh()
    }

    /// Registers after each sign-in and, if that failed, with each connection; returns when the task is cancelled.
    public func observe() async {
        let signals = service.signals { event in
            switch event {
            case .connection, .signedOut: true
            case .changed(let change): change.profile
            default: false
            }
        }
        await refresh()
        for await _ in signals { await refresh() }
    }

    /// Compares the registration with the user who is signed in: for an app to call after a sign-out, too.
    public func refresh() async {
        do throws(ClientError) {
            guard let session = try await service.account()?.session else {
                known = nil
                state = .waiting
                // Notifications that still arrive for an account that was signed out offline cannot be read any more.
                try keys.remove()
                return
            }
            guard let token else { return }
            if let known, known == (session, token) { return }
            let services = try await service.pushInfo().services
            guard let registration = try registration(of: token, by: services) else {
                state = .unavailable
                return
            }
            try await service.registerPush(registration)
            known = (session, token)
            state = .registered(registration.service)
        } catch {
            if !Task.isCancelled { state = .failed(error) }
        }
    }

    private func registration(of token: [UInt8], by services: [String]) throws(ClientError) -> PushRegistration? {
        let relayed = RelayedToken.apple(token, isSandbox: isSandbox)
        if services.contains(PushRegistration.relayService) { return .relay(relayed, keys: try keys.keys()) }
        let own = isSandbox ? "appleSandbox" : "apple"
        guard services.contains(own) else { return nil }
        return PushRegistration(service: own, address: RelayedToken.hexadecimal(token))
    }
}
