import NexusClient
import NexusCore
import Observation

/// The share extension: what is shared, to whom, and its way into the outbox.
@Observable @MainActor
public final class ShareModel {
    /// Who may get it.
    public enum Target: Hashable, Sendable {
        case conversation(ConversationID)
        case person(UserID)
    }

    public enum State: Equatable, Sendable {
        case loading
        case signedOut
        /// There is nothing that can be sent.
        case nothing
        case choosing
        case sending
        /// It is in the outbox; `isSent` once the server has it.
        case done(isSent: Bool)
    }

    public private(set) var state = State.loading
    /// What is shared; the text can be changed.
    public var content = SharedContent()
    /// Words of a title or a name.
    public var filter = "" {
        didSet { if filter != oldValue { find() } }
    }
    public var chosen: Target?
    public private(set) var conversations: [ConversationRow] = []
    /// People without a conversation in the list.
    public private(set) var people: [User] = []
    public private(set) var error: ClientError?

    /// Seconds in which it is sent while the user waits; what is left is sent by the app.
    public static let patience = Duration.seconds(5)

    private let service: any ShareService
    @ObservationIgnored private var rows: [ConversationRow] = []
    @ObservationIgnored private var known: [User] = []
    @ObservationIgnored private var me: UserID?

    public init(_ service: any ShareService) { self.service = service }

    public var canSend: Bool { state == .choosing && chosen != nil && !content.isEmpty }

    /// Shows the content and the choices; a second call is a no-op.
    public func begin(_ content: SharedContent) async {
        guard state == .loading else { return }
        self.content = content
        do throws(ClientError) {
            guard let account = try await service.account() else {
                state = .signedOut
                return
            }
            me = account.profile.user.id
            rows = try await service.conversations().filter { $0.isListed }
            known = try await service.knownPeople(matching: "")
            find()
            state = content.isEmpty ? .nothing : .choosing
        } catch {
            self.error = error
            state = error == .signedOut ? .signedOut : .choosing
        }
    }

    /// Queues the messages, and gives them a moment to be sent.
    public func send() async {
        guard canSend, let chosen else { return }
        state = .sending
        error = nil
        do throws(ClientError) {
            let conversation = try await conversation(of: chosen)
            var left = content
            for message in content.messages {
                _ = try await service.send(
                    message.text, files: message.files, in: conversation, replyingTo: nil, mentioning: [])
                // What is queued is not sent twice, should a later one fail.
                left = SharedContent(files: Array(left.files.dropFirst(message.files.count)))
                content = left
            }
        } catch {
            self.error = error
            await service.close()
            state = .choosing
            return
        }
        // From here on it is durable: with no network the app sends it later.
        let summary = try? await service.sync(within: ShareModel.patience)
        await service.close()
        state = .done(isSent: summary?.outcome == .settled)
    }

    private func conversation(of target: Target) async throws(ClientError) -> ConversationID {
        switch target {
        case .conversation(let id): return id
        case .person(let id):
            guard let user = known.first(where: { $0.id == id }) else { throw .refused(.conversationGone) }
            return try await service.openDirect(with: user).0
        }
    }

    private func find() {
        let isAll = filter.allSatisfy(\.isWhitespace)
        conversations = rows.filter { isAll ? !$0.isArchived : $0.matches(filter) }
        let met = Set(rows.compactMap(\.other))
        let words = filter.lowercased().split(whereSeparator: \.isWhitespace)
        people = known.filter { user in
            user.id != me && !met.contains(user.id)
                && words.allSatisfy { user.name.lowercased().contains($0) || user.email.lowercased().contains($0) }
        }
        if let chosen, !isOffered(chosen) { self.chosen = nil }
    }

    /// A choice that the filter hides is no longer one.
    private func isOffered(_ target: Target) -> Bool {
        switch target {
        case .conversation(let id): conversations.contains { $0.id == id }
        case .person(let id): people.contains { $0.id == id }
        }
    }
}
