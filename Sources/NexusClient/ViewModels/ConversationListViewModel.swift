import NexusCore
import Observation

/// The list of conversations: shown at once from the store, and updated in place.
@Observable @MainActor
public final class ConversationListViewModel {
    /// Pinned ones, then the others, then archived ones; each newest first.
    public private(set) var rows: [ConversationRow] = []
    /// Words of a title, of members' names or of the last message.
    public var filter = ""
    public private(set) var isOnline = false
    public private(set) var isLoading = true
    /// The last error; content stays on the screen.
    public var error: ClientError?

    @ObservationIgnored private let service: any ConversationService
    /// Whether the error came from loading: the next successful load clears it.
    @ObservationIgnored private var isLoadFailing = false

    public init(_ service: any ConversationService) { self.service = service }

    /// The rows that the filter leaves; without one, those that are not put away.
    public var shown: [ConversationRow] {
        filter.isEmpty ? rows.filter { !$0.isArchived } : rows.filter { $0.matches(filter) }
    }

    /// The archived conversations.
    public var archived: [ConversationRow] { rows.filter { $0.isArchived } }

    /// The badge: unread messages, without those of muted conversations.
    public var unread: Int { rows.reduce(0) { $0 + $1.badge } }

    /// Keeps the list current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        let signals = service.signals { event in if case .arrived = event { false } else { true } }
        await load()
        for await _ in signals { await load() }
    }

    /// Reloads, for example after an error.
    public func load() async {
        do throws(ClientError) {
            let rows = try await service.conversations()
            let isOnline = await service.isOnline
            if rows != self.rows { self.rows = rows }
            if isOnline != self.isOnline { self.isOnline = isOnline }
            if isLoadFailing { error = nil }
            isLoadFailing = false
        } catch {
            self.error = error
            isLoadFailing = true
        }
        isLoading = false
    }

    /// People to start a conversation with: a page, after a cursor.
    public func people(matching query: String, after cursor: String? = nil) async -> PeopleFound {
        await attempt { service throws(ClientError) in
            try await service.people(matching: query, after: cursor, limit: nil)
        } ?? PeopleFound(people: [], isComplete: false)
    }

    /// Opens the direct conversation with a person, or creates it.
    public func openDirect(with user: User) async -> ConversationID? {
        await attempt { service throws(ClientError) in try await service.openDirect(with: user).0 }
    }

    public func createGroup(title: String, members: [User]) async -> ConversationID? {
        await attempt { service throws(ClientError) in try await service.createGroup(title: title, members: members).0 }
    }

    private func attempt<Value: Sendable>(
        _ work: @Sendable (any ConversationService) async throws(ClientError) -> Value
    ) async -> Value? {
        do throws(ClientError) {
            let value = try await work(service)
            error = nil
            return value
        } catch {
            self.error = error
            isLoadFailing = false
            return nil
        }
    }
}
