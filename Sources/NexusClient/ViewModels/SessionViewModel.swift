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
    /// The last error; it goes by itself after 5 s.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    /// Milliseconds before a retry after an error that is not a sign-out, such as a full disk.
    static let pause: Int64 = 2_000

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
        let signals = service.signals { event in if case .changed(let change) = event { change.profile } else { false }
        }
        while !Task.isCancelled {
            if isSignedIn {
                let turn = turn
                do throws(ClientError) {
                    try await service.run()
                } catch {
                    // During and after a sign-in or sign-out, the error is of the session before.
                    if turn == self.turn, !isWorking { await ended(error) } else { await load() }
                    if state.isSignedIn, turn == self.turn {
                        try? await clock.sleep(milliseconds: SessionViewModel.pause)
                    }
                }
            } else {
                for await _ in signals { break }
                await load()
            }
            isSignedIn = state.isSignedIn
        }
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
            if account != nil { ending = nil }
        } catch {
            if !Task.isCancelled { notice.show(error) }
            // A read error says nothing about the sign-in.
            if state == .loading { state = .signedOut }
        }
    }

    private func ended(_ error: ClientError) async {
        if error != .signedOut, !Task.isCancelled { notice.show(error) }
        await load()
        if case .refused(let refusal) = error, !state.isSignedIn { ending = refusal }
    }
}

extension SessionViewModel.State {
    var isSignedIn: Bool { if case .signedIn = self { true } else { false } }
}
