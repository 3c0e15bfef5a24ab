import Hummingbird
import NexusCore

/// Insights over HTTP.
struct InsightRoutes: Sendable {
    let insights: InsightService
    let zones: ZoneBook
    /// False if the operator has turned AI off.
    let isOn: Bool

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.insights) { _, request, context in
            let user = try requireOn(context)
            return try await insights.page(try InsightQuery(request, by: user), for: user)
        }
        router.serve(Endpoints.exportInsights) { _, request, context in
            let user = try requireOn(context)
            let named = request.uri.queryParameters["format"].map(String.init) ?? ""
            guard let format = InsightFile.Format(rawValue: named) else {
                throw Refusal(.invalidRequest, "format is ics or csv.")
            }
            return try await insights.file(try InsightQuery(request, by: user), as: format, for: user)
        }
        router.serve(Endpoints.makeInsight) { new, _, context in
            try await insights.make(new, by: try requireOn(context))
        }
        router.serve(Endpoints.splitInsight) { split, _, context in
            try await insights.split(split, by: try requireOn(context))
        }
        router.serve(Endpoints.mergeInsights) { merge, _, context in
            try await insights.merge(merge, by: try requireOn(context))
        }
        router.serve(Endpoints.changeInsight) { change, _, context in
            let user = try requireOn(context)
            return try await insights.update(try context.identifier("id"), change, by: user)
        }
        router.serve(Endpoints.updateInsight) { change, _, context in
            let user = try requireOn(context)
            let message: MessageID = try context.identifier("id")
            guard let kind = InsightRecord.Kind(rawValue: try context.parameters.require("kind")) else {
                throw Refusal.insightGone
            }
            return try await insights.update(kind, of: message, change, by: user)
        }
        router.serve(Endpoints.zone) { notice, _, context in
            try await zones.tell(notice.zone, by: context.requireSession().user)
            return Nothing()
        }
    }

    /// - Throws: `Refusal`: `ai_unavailable`, or without a session.
    private func requireOn(_ context: NexusRequestContext) throws -> UserID {
        let user = try context.requireSession().user
        guard isOn else { throw Refusal.insightsOff }
        return user
    }
}

extension InsightQuery {
    /// - Throws: `Refusal` (`invalid_request`).
    fileprivate init(_ request: Request, by user: UserID) throws {
        let parameters = request.uri.queryParameters
        if let text = parameters["conversation"] {
            guard let id = ConversationID(String(text)) else {
                throw Refusal(.invalidRequest, "conversation is an identifier.")
            }
            conversation = id
        }
        if let text = parameters["id"] {
            guard let id = InsightID(String(text)) else {
                throw Refusal(.invalidRequest, "id is an identifier.")
            }
            self.id = id
        }
        if let text = parameters["message"] {
            guard let id = MessageID(String(text)) else {
                throw Refusal(.invalidRequest, "message is an identifier.")
            }
            source = id
        }
        kinds = try Self.words(parameters["kind"], "kind")
        states = try Self.words(parameters["state"], "state")
        switch parameters["assignee"] {
        case nil: break
        case "me": assignee = .user(user)
        case "none": assignee = .nobody
        case .some(let text):
            guard let id = UserID(String(text)) else {
                throw Refusal(.invalidRequest, "assignee is me, none or an identifier.")
            }
            assignee = .user(id)
        }
        if let text = parameters["cursor"] { after = try Cursor(String(text)) }
        if let number = try request.number("limit") {
            guard (1...Int64(Self.pageLimit)).contains(number) else {
                throw Refusal(.invalidRequest, "limit is 1 to \(Self.pageLimit).")
            }
            limit = Int(number)
        }
    }

    private static func words<Word: RawRepresentable<String> & CaseIterable>(
        _ list: Substring?, _ name: String
    ) throws -> [Word] {
        try (list ?? "").split(separator: ",").map { text in
            guard let word = Word(rawValue: String(text)) else {
                throw Refusal(
                    .invalidRequest, "\(name) is of \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            return word
        }
    }
}
