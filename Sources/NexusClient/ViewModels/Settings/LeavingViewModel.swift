import NexusCore
import Observation

/// The service of the view model of export and deletion. ``NexusClient`` implements it; tests and previews may replace it.
public protocol LeavingService: ChangeService {
    func export() async throws(ClientError) -> ExportState
    func makeExport() async throws(ClientError) -> ExportState
    func deleteExport() async throws(ClientError)
    func downloadExport(_ state: ExportState, to path: String) async throws(ClientError)
    func deletion() async throws(ClientError) -> DeletionState
    func deleteAccount(
        password: String, code: String?, messages: LeftMessages
    ) async throws(ClientError) -> DeletionState
    func keepAccount() async throws(ClientError)
}

extension NexusClient: LeavingService {}

/// A copy of the user's data, and the deletion of the account. Needs the server.
@Observable @MainActor
public final class LeavingViewModel {
    /// Milliseconds until a copy that is being made is looked at again.
    static let pause: Int64 = 1_000

    /// The copy of the user's data; nil until the server has told.
    public private(set) var export: ExportState?
    /// Whether, and from when, the account is deleted; nil until the server has told.
    public private(set) var deletion: DeletionState?
    /// Whether the deletion needs a code of the second factor: call ``deleteAccount(password:code:messages:)`` again with it.
    public private(set) var needsCode = false
    public private(set) var isWorking = false
    /// The last error; it goes by itself after 5 s.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any LeavingService
    private let notice: ErrorNotice
    private let next: DelayedWork

    public init(_ service: any LeavingService, clock: any ClientClock = SystemClock()) {
        self.service = service
        notice = ErrorNotice(clock)
        next = DelayedWork(clock)
    }

    /// Loads the state, follows a copy that is being made, and loads again once the connection returns; returns when the task is
    /// cancelled.
    public func observe() async {
        await service.follow {
            $0.isReconnect
        } load: {
            await load()
        }
        next.cancel()
    }

    public func load() async {
        await notice.load { () throws(ClientError) in
            show(try await service.export())
            deletion = try await service.deletion()
        }
    }

    /// Begins to make a copy of the user's data.
    public func makeExport() async {
        await act { () throws(ClientError) in show(try await service.makeExport()) }
    }

    /// Deletes the copy, or gives it up while it is being made.
    public func deleteExport() async {
        await act { () throws(ClientError) in
            try await service.deleteExport()
            show(try await service.export())
        }
    }

    /// Downloads a ready copy to a file that does not exist yet. It can be downloaded once.
    ///
    /// - Returns: whether the file is complete.
    public func download(to path: String) async -> Bool {
        guard let state = export else { return false }
        return await act { () throws(ClientError) in
            try await service.downloadExport(state, to: path)
            show(try await service.export())
        }
    }

    /// Schedules the deletion of the account, 14 days from now.
    ///
    /// - Parameter code: of the second factor, where ``needsCode``.
    /// - Returns: whether it is scheduled.
    @discardableResult
    public func deleteAccount(password: String, code: String? = nil, messages: LeftMessages = .keep) async -> Bool {
        await act { () throws(ClientError) in
            do throws(ClientError) {
                deletion = try await service.deleteAccount(password: password, code: code, messages: messages)
                needsCode = false
            } catch .refused(let refusal) where refusal.code == .codeRequired {
                needsCode = true
                throw .refused(refusal)
            }
        }
    }

    /// Keeps the account after all.
    public func keepAccount() async {
        await act { () throws(ClientError) in
            try await service.keepAccount()
            deletion = try await service.deletion()
        }
    }

    @discardableResult
    private func act(_ work: () async throws(ClientError) -> Void) async -> Bool {
        isWorking = true
        defer { isWorking = false }
        return await notice.act(work) != nil
    }

    private func show(_ state: ExportState) {
        if state != export { export = state }
        next.cancel()
        guard state.phase == .making else { return }
        next.run(after: LeavingViewModel.pause) { [weak self] in await self?.look() }
    }

    private func look() async {
        let state = await notice.load { () throws(ClientError) in try await service.export() }
        if let state { show(state) }
    }
}
