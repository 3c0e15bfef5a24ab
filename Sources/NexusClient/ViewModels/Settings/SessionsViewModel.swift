import NexusCore
import Observation

/// The service of the view model of sessions. ``NexusClient`` implements it; tests and previews may replace it.
public protocol SessionsService: ChangeService {
    func sessions() async throws(ClientError) -> [SessionInfo]
    func endSession(_ session: SessionID) async throws(ClientError)
    func endOtherSessions() async throws(ClientError)
}

extension NexusClient: SessionsService {}

/// The user's signed-in devices. Needs the server.
@Observable @MainActor
public final class SessionsViewModel {
    /// This device, then the others, the one that was used last first.
    public private(set) var sessions: [SessionInfo] = []
    public private(set) var isLoading = true
    /// The last error; it goes by itself after 5 s, and the list stays on the screen.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any SessionsService
    private let notice: ErrorNotice

    public init(_ service: any SessionsService, clock: any ClientClock = SystemClock()) {
        self.service = service
        notice = ErrorNotice(clock)
    }

    /// The devices besides this one.
    public var others: [SessionInfo] { sessions.filter { !$0.isCurrent } }

    /// Loads the list, and again once the connection returns; returns when the task is cancelled.
    public func observe() async {
        await service.follow {
            $0.isReconnect
        } load: {
            await load()
        }
    }

    public func load() async {
        let all = await notice.load { () throws(ClientError) in try await service.sessions() }
        if let all {
            sessions = all.sorted { first, second in
                first.isCurrent != second.isCurrent ? first.isCurrent : first.lastUsedAt > second.lastUsedAt
            }
        }
        isLoading = false
    }

    /// Signs another device out.
    public func end(_ session: SessionID) async {
        await act { () throws(ClientError) in try await service.endSession(session) }
    }

    /// Signs all other devices out.
    public func endOthers() async { await act { () throws(ClientError) in try await service.endOtherSessions() } }

    private func act(_ work: () async throws(ClientError) -> Void) async {
        guard await notice.act(work) != nil else { return }
        await load()
    }
}
