import NexusCore
import Observation

/// The service of the connection's view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol ConnectionService: ChangeService {
    func connection() async throws(ClientError) -> ConnectionReport
    func networkReturned() async throws(ClientError)
}

extension NexusClient: ConnectionService {}

/// The state of the connection, for a banner: online, connecting, or offline since a time, and what waits to be sent.
@Observable @MainActor
public final class ConnectionViewModel {
    /// Milliseconds of an interruption before ``isNoticeShown``.
    public static let patience: Int64 = 1_000

    public private(set) var status = ConnectionReport(phase: .connecting)
    /// Whether to show that there is no connection. A short interruption is not shown.
    public private(set) var isNoticeShown = false
    /// The last error; it goes by itself after 5 s.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any ConnectionService
    private let clock: any ClientClock
    private let notice: ErrorNotice
    private let wait: DelayedWork

    public init(_ service: any ConnectionService, clock: any ClientClock = SystemClock()) {
        self.service = service
        self.clock = clock
        notice = ErrorNotice(clock)
        wait = DelayedWork(clock)
    }

    public var isOnline: Bool { status.isOnline }
    /// The number of changes that wait to be sent.
    public var waiting: Int { status.waiting }

    /// Keeps the state current; returns when the task is cancelled.
    public func observe() async {
        await service.follow { event in
            switch event {
            case .changed(let change): change.outbox || change.profile
            case .connection, .connectionProgress, .refused, .startedOver, .signedOut, .failed: true
            default: false
            }
        } load: {
            await load()
        }
        wait.cancel()
    }

    public func load() async {
        let status = await notice.load { () throws(ClientError) in
            do throws(ClientError) {
                return try await service.connection()
            } catch .signedOut {
                return ConnectionReport(phase: .offline)
            }
        }
        guard let status else { return }
        if status != self.status { self.status = status }
        judge()
    }

    /// Tries to connect at once.
    public func retry() async {
        await notice.act { () throws(ClientError) in try await service.networkReturned() }
        await load()
    }

    /// Shows the notice, or waits until the interruption has lasted long enough.
    private func judge() {
        wait.cancel()
        let early = status.isOnline ? 0 : ConnectionViewModel.patience - clock.now().since(status.offlineSince ?? .zero)
        let isShown = !status.isOnline && early <= 0
        if isShown != isNoticeShown { isNoticeShown = isShown }
        guard !status.isOnline, early > 0 else { return }
        // A clock that was set back must not hide the notice for hours.
        wait.run(after: min(early, ConnectionViewModel.patience)) { [weak self] in self?.waited() }
    }

    private func waited() {
        if !status.isOnline { isNoticeShown = true }
    }
}
