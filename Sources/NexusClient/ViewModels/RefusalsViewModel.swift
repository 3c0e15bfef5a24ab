import NexusCore
import Observation

/// The service of the view model of refused changes. ``NexusClient`` implements it; tests and previews may replace it.
public protocol RefusalService: Sendable {
    func events() -> AsyncStream<ClientEvent>
    func outbox() async throws(ClientError) -> [OutboxEntry]
    func discard(_ operation: OperationID) async throws(ClientError)
}

extension NexusClient: RefusalService {}

/// Changes that the server refused for good: says why, and drops those that are not messages, such as a reaction or a new
/// name. Refused messages stay in their conversation, to be retried or discarded there. An app has one, for all its screens.
@Observable @MainActor
public final class RefusalsViewModel {
    /// Why the last change was refused; it goes by itself after 5 s.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any RefusalService
    private let notice: ErrorNotice
    private let removal: DelayedWork

    public init(_ service: any RefusalService, clock: any ClientClock = SystemClock()) {
        self.service = service
        notice = ErrorNotice(clock)
        removal = DelayedWork(clock)
    }

    /// Reports refusals while the app is there, and drops what earlier ones left; returns when the task is cancelled.
    public func observe() async {
        let events = service.events()
        await find()
        for await event in events {
            switch event {
            case .refused(_, let refusal):
                notice.show(.refused(refusal))
                await find()
            // Another process of the profile may have left some meanwhile.
            case .connection(isOnline: true): await find()
            default: break
            }
        }
        removal.cancel()
    }

    /// Drops refused changes as the notice goes: until then a process that waits for the answer finds it.
    private func find() async {
        guard await !dropped().isEmpty else { return }
        removal.run(after: ErrorNotice.life) { [weak self] in await self?.drop() }
    }

    /// What fails stays for the next time.
    private func drop() async {
        for operation in await dropped() { try? await service.discard(operation) }
    }

    /// The refused changes of kinds that do not stay.
    private func dropped() async -> [OperationID] {
        let entries = (try? await service.outbox()) ?? []
        return entries.compactMap { entry in
            guard case .failed = entry.state, !entry.operation.kind.staysWhenRefused else { return nil }
            return entry.operation.id
        }
    }
}
