import Hummingbird
import NexusCore

extension PeopleQuery {
    /// The query of a request: `query`, `cursor` and `limit`.
    ///
    /// - Parameter limit: the people in a page without `limit`.
    /// - Throws: `Refusal` (`invalid_request`).
    init(_ request: Request, limit: Int = Limits.peopleResults) throws {
        let parameters = request.uri.queryParameters
        self.init(text: parameters["query"].map(String.init) ?? "", limit: limit)
        if let cursor = parameters["cursor"] { after = try Cursor(String(cursor)) }
        if let number = try request.number("limit") {
            guard (1...Int64(Limits.peoplePage)).contains(number) else {
                throw Refusal(.invalidRequest, "limit is 1 to \(Limits.peoplePage).")
            }
            self.limit = Int(number)
        }
    }
}
