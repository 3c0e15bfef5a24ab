import Hummingbird
import NexusCore
import NexusDatabase

/// Operations, history and discovery over HTTP: the same as on the live socket.
struct MessageRoutes: Sendable {
    let database: any Database
    let history: HistoryService
    let operations: OperationGate
    let now: @Sendable () -> Timestamp

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.operations) { operation, _, context in
            try await operations.apply(operation, by: context.requireSession().user)
        }
        router.serve(Endpoints.conversations) { _, request, context in
            let user = try context.requireSession().user
            let since = try request.number("since").map(Timestamp.init(milliseconds:))
            let time = now()
            return try await database.read { try history.moved(since: since, for: user, now: time, in: $0) }
        }
        router.serve(Endpoints.changes) { _, request, context in
            let user = try context.requireSession().user
            let id: ConversationID = try context.identifier("conversation")
            let after = try request.number("after") ?? 0
            return try await database.read { try history.changes(of: id, after: after, for: user, in: $0) }
        }
        router.serve(Endpoints.versions) { _, _, context in
            let user = try context.requireSession().user
            let id: ConversationID = try context.identifier("conversation")
            let message: MessageID = try context.identifier("message")
            return try await database.read { try history.versions(of: message, in: id, for: user, $0) }
        }
        router.serve(Endpoints.pins) { _, _, context in
            let user = try context.requireSession().user
            let id: ConversationID = try context.identifier("conversation")
            return try await database.read { try history.pins(of: id, for: user, in: $0) }
        }
        router.serve(Endpoints.messages) { _, request, context in
            let user = try context.requireSession().user
            let asked = try page(context.identifier("conversation"), request)
            let message = request.uri.queryParameters["around"].flatMap { MessageID(String($0)) }
            return try await database.read { reader in
                var page = asked
                if let message {
                    page.anchor = .around(try history.position(of: message, in: page.conversation, for: user, reader))
                }
                return try history.page(page, for: user, in: reader)
            }
        }
    }

    private func page(_ conversation: ConversationID, _ request: Request) throws -> PageRequest {
        let limit = try request.number("limit") ?? Int64(Limits.defaultPageMessages)
        guard (1...Int64(Limits.pageMessages)).contains(limit) else {
            throw Refusal(.invalidRequest, "limit is 1 to \(Limits.pageMessages).")
        }
        var anchor = PageRequest.Anchor.before(.max)
        let around = request.uri.queryParameters["around"]
        if around.flatMap({ MessageID(String($0)) }) == nil, let seq = try request.number("around") {
            anchor = .around(seq)
        }
        if let seq = try request.number("before") { anchor = .before(seq) }
        return PageRequest(conversation: conversation, anchor: anchor, limit: Int(limit))
    }
}
