import NexusCore
import Observation

/// The sign-in state, sign-in and sign-out.
@Observable @MainActor
public final class SessionViewModel {
    public enum State: Equatable, Sendable {
        /// Not known yet; for a moment at the start.
        case loading
        case signedOut
        case signedIn(Account)
    }

    public private(set) var state: State = .loading
    /// Whether a request is in progress.
    public private(set) var isWorking = false
    /// Why the session ended without a sign-out here; nil after the next sign-in. The sign-in screen shows it.
    public private(set) var ending: Refusal?
    /// Whether the server connects only once the user has set a second factor up: a screen offers that. The user stays signed in.
    public private(set) var needsSecondFactor = false
    /// The last error; it goes by itself after 5 s.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    /// Milliseconds before a retry after an error that is not a sign-out, such as a full disk.
    static let pause: Int64 = 2_000
    /// Milliseconds before a retry without a second factor. One that is set up on this device is tried at once.
    static let secondFactorPause: Int64 = 30_000

    /// Sign-ins and sign-outs so far.
    @ObservationIgnored private var turn = 0
    private let service: any AccountService
    private let clock: any ClientClock
    private let notice: ErrorNotice

    public init(_ service: any AccountService, clock: any ClientClock = SystemClock()) {
        self.service = service
        self.clock = clock
        notice = ErrorNotice(clock)
    }

    /// Keeps the connection while a user is signed in; returns when the task is cancelled.
    public func run() async {
        await load()
        var isSignedIn = state.isSignedIn
        // The connection begins and ends with the user's sign-in.
        let signals = accountChanges()
        let connections = connections()
        defer { connections.cancel() }
        while !Task.isCancelled {
            if isSignedIn {
                let turn = turn
                // From before the attempt: a second factor that is set up meanwhile must not be missed.
                let changes = accountChanges()
                do throws(ClientError) {
                    try await service.run()
                } catch {
                    // During and after a sign-in or sign-out, the error is of the session before.
                    if turn == self.turn, !isWorking { await ended(error) } else { await load() }
                    if state.isSignedIn, turn == self.turn { await wait(for: changes) }
                }
            } else {
                for await _ in signals { break }
                await load()
            }
            isSignedIn = state.isSignedIn
        }
    }

    private func accountChanges() -> AsyncStream<ClientEvent> {
        service.signals { event in if case .changed(let change) = event { change.profile } else { false } }
    }

    /// Watches for a connection: the user has a second factor by then, perhaps from another device.
    private func connections() -> Task<Void, Never> {
        let connections = service.signals { $0.isReconnect }
        return Task { [weak self] in
            for await _ in connections { self?.show(needsSecondFactor: false) }
        }
    }

    /// Waits before a retry; without a second factor until the account changes.
    private func wait(for changes: AsyncStream<ClientEvent>) async {
        let pause = needsSecondFactor ? SessionViewModel.secondFactorPause : SessionViewModel.pause
        let watchesChanges = needsSecondFactor
        let isChanged = await withTaskGroup(of: Bool.self) { [clock] group in
            group.addTask {
                try? await clock.sleep(milliseconds: pause)
                return false
            }
            if watchesChanges {
                group.addTask {
                    for await _ in changes { return true }
                    return false
                }
            }
            let isChanged = await group.next() ?? false
            group.cancelAll()
            return isChanged
        }
        if isChanged { show(needsSecondFactor: false) }
    }

    private func show(needsSecondFactor isNeeded: Bool) {
        if needsSecondFactor != isNeeded { needsSecondFactor = isNeeded }
    }

    public func signUp(server: String, name: String, email: String, password: String) async {
        await enter { [service] () async throws(ClientError) in
            _ = try await service.signUp(server: server, name: name, email: email, password: password)
        }
    }

    /// - Parameter code: of the account's second factor; the error `code_required` asks for it.
    public func signIn(server: String, email: String, password: String, code: String? = nil) async {
        await enter { [service] () async throws(ClientError) in
            _ = try await service.signIn(server: server, email: email, password: password, code: code)
        }
    }

    public func signOut() async {
        await enter { [service] () async throws(ClientError) in try await service.signOut() }
    }

    private func enter(_ work: @Sendable () async throws(ClientError) -> Void) async {
        turn += 1
        isWorking = true
        defer { isWorking = false }
        notice.show(nil)
        await notice.act(work)
        await load()
    }

    private func load() async {
        do throws(ClientError) {
            let account = try await service.account()
            state = account.map { .signedIn($0) } ?? .signedOut
            if account != nil { ending = nil } else { show(needsSecondFactor: false) }
        } catch {
            if !Task.isCancelled { notice.show(error) }
            // A read error says nothing about the sign-in.
            if state == .loading { state = .signedOut }
        }
    }

    private func ended(_ error: ClientError) async {
        var reason: Refusal?
        if case .refused(let refusal) = error { reason = refusal }
        if reason?.code == .secondFactorRequired {
            show(needsSecondFactor: true)
        } else if error != .signedOut, !Task.isCancelled {
            notice.show(error)
        }
        await load()
        if !state.isSignedIn, let reason { ending = reason }
    }
}

extension SessionViewModel.State {
    var isSignedIn: Bool { if case .signedIn = self { true } else { false } }
}
