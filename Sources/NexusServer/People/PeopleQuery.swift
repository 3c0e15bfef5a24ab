import NexusCore

/// A query for people: a page of those whose name or address contains a text.
struct PeopleQuery: Sendable {
    /// The position of a page's last user. Users who come, go or are renamed do not affect the positions of others.
    struct Cursor: Equatable, Sendable {
        /// The name as it is ordered.
        var foldedName: String
        var id: UserID

        init(foldedName: String, id: UserID) {
            self.foldedName = foldedName
            self.id = id
        }

        /// The wire form: opaque to clients, and safe in a URL (RFC 4648 §5).
        var text: String { "\(id.text).\(Base64URL.text(of: Array(foldedName.utf8)))" }

        /// - Throws: `Refusal` (`invalid_request`) for a foreign cursor.
        init(_ text: String) throws(Refusal) {
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let id = UserID(String(parts[0])),
                let bytes = Base64URL.bytes(of: String(parts[1])),
                bytes.count <= Cursor.nameBytes, let name = String(validating: bytes, as: UTF8.self)
            else { throw Refusal(.invalidRequest, "That cursor is not from an answer of this directory.") }
            self.init(foldedName: name, id: id)
        }

        /// Bytes of a folded name, at most: one character may fold to three, each of at most four bytes.
        private static let nameBytes = Limits.nameCharacters * 12
    }

    /// A part of a name or an e-mail address; empty for all.
    var text = ""
    var after: Cursor?
    var limit = Limits.peopleResults
}
