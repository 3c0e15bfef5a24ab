import NexusCore
import Observation

/// How the user signs in: password, second factor, passkeys, providers and address, with the log of what happened to them.
@Observable @MainActor
public final class SecurityViewModel {
    /// What the last action has done, for a note on the screen.
    public enum Outcome: Equatable, Sendable {
        case passwordChanged
        /// A link that confirms the new address is on its way to it.
        case confirmationMailed(String)
        case secondFactorOff
    }

    /// Whether a code of an authenticator app is needed to sign in; nil until the server has told.
    public private(set) var secondFactor: SecondFactorState?
    /// What an authenticator app needs, between ``beginSecondFactor(password:)`` and ``confirmSecondFactor(code:)``.
    public private(set) var key: SecondFactorKey?
    /// New recovery codes. They are not shown again: set to an empty list once the user has kept them.
    public var recoveryCodes: [String] = []
    /// The oldest first.
    public private(set) var passkeys: [Passkey] = []
    /// The providers that the account is connected with; nil until the server has told.
    public private(set) var providers: ConnectedProviders?
    /// Sign-ins, failed ones and changes, the newest first.
    public private(set) var log: [AuditEntry] = []
    /// Whether there is more to load: ``loadMoreLog()``.
    public private(set) var hasMoreLog = false
    /// How the user can prove their identity: an action waits for ``prove(password:code:)``. Nil while none waits.
    public private(set) var proof: ProofState?
    public private(set) var outcome: Outcome?
    public private(set) var isWorking = false
    public private(set) var isLoading = true
    /// The last error; it goes by itself after 5 s, and content stays on the screen.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any SecurityService
    private let notice: ErrorNotice
    /// The action that waits for a proof.
    @ObservationIgnored private var waiting: (@MainActor (SecurityViewModel) async -> Void)?
    /// Entries in one page of the log.
    private static let page = 100

    public init(_ service: any SecurityService, clock: any ClientClock = SystemClock()) {
        self.service = service
        notice = ErrorNotice(clock)
    }

    /// Loads the settings, and again once the connection returns; returns when the task is cancelled.
    public func observe() async {
        await service.follow {
            $0.isReconnect
        } load: {
            await load()
        }
    }

    public func load() async {
        await notice.load { () throws(ClientError) in
            secondFactor = try await service.secondFactor()
            passkeys = try await service.passkeys()
            providers = try await service.connectedProviders()
            let log = try await service.securityLog(before: nil)
            self.log = log
            hasMoreLog = log.count >= SecurityViewModel.page
        }
        isLoading = false
    }

    /// Loads the next page of the log.
    public func loadMoreLog() async {
        guard hasMoreLog, let last = log.last?.number else { return }
        await notice.load { () throws(ClientError) in
            let page = try await service.securityLog(before: last)
            log += page
            hasMoreLog = page.count >= SecurityViewModel.page
        }
    }

    // MARK: A proof of identity

    /// Proves the user's identity, and performs the action that waited for it.
    ///
    /// - Parameter code: of the authenticator app, or a recovery code, where ``proof`` says that it is needed.
    public func prove(password: String, code: String? = nil) async {
        await prove { service throws(ClientError) in try await service.prove(password: password, code: code) }
    }

    /// What a passkey of this device signs for ``prove(with:)``; nil with ``error``.
    public func proofChallenge() async -> PasskeyChallenge? {
        await notice.act { () throws(ClientError) in try await service.proofChallenge() }
    }

    /// As ``prove(password:code:)``, with what a passkey signed.
    public func prove(with passkey: PasskeyAssertion) async {
        await prove { service throws(ClientError) in try await service.prove(passkey: passkey) }
    }

    /// Gives the action up that waits for a proof.
    public func cancelProof() {
        proof = nil
        waiting = nil
    }

    private func prove(_ work: (any SecurityService) async throws(ClientError) -> Void) async {
        isWorking = true
        let proved: Void? = await notice.act { () throws(ClientError) in try await work(service) }
        isWorking = false
        guard proved != nil, let next = waiting else { return }
        cancelProof()
        await next(self)
    }

    // MARK: For the actions

    /// Performs an action. One that the server refuses without a fresh proof waits for it, and runs again then.
    func act<Value: Sendable>(
        _ work: @escaping @MainActor (any SecurityService) async throws(ClientError) -> Value,
        then take: @escaping @MainActor (SecurityViewModel, Value) -> Void
    ) async {
        isWorking = true
        outcome = nil
        let value =
            await notice.act { () throws(ClientError) -> Value? in
                do throws(ClientError) {
                    return try await work(service)
                } catch .refused(let refusal) where refusal.code == .proofRequired {
                    proof = try await service.proof()
                    waiting = { await $0.act(work, then: take) }
                    return nil
                }
            } ?? nil
        isWorking = false
        guard let value else { return }
        take(self, value)
        await load()
    }

    func note(_ outcome: Outcome) { self.outcome = outcome }
    func take(_ key: SecondFactorKey?) { self.key = key }
    func take(_ providers: ConnectedProviders) { self.providers = providers }
}
