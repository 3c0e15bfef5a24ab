import NexusCore

/// One line of an import: an object with a `type` (docs/operations.md).
enum ImportLine {
    case user(ImportedUser)
    case conversation(ImportedConversation)
    case message(ImportedMessage)

    struct ImportedUser {
        var id: String
        var name: String
        var email: String?
    }

    struct ImportedConversation {
        var id: String
        var title: String?
        var kind: Conversation.Kind
        var members: [String]
    }

    struct ImportedMessage {
        var id: String
        var conversation: String
        var sender: String
        var text: String
        var writtenAt: Timestamp
    }

    /// Bytes of a name that the file gives to something, at most.
    static let identifierBytes = 512

    /// - Throws: `ImportProblem`, for a line that is not JSON, lacks a field, or has an invalid one.
    init(_ bytes: [UInt8]) throws(ImportProblem) {
        let fields: ImportFields
        do { fields = try ImportFields.decode(bytes) } catch { throw ImportProblem(error.message) }
        switch fields.type {
        case "user":
            self = .user(
                ImportedUser(
                    id: try fields.required(fields.id, "id"), name: try fields.required(fields.name, "name"),
                    email: fields.email))
        case "conversation":
            let kind: Conversation.Kind
            switch fields.kind {
            case "direct": kind = .direct
            case "group": kind = .group
            default: throw ImportProblem("The field \"kind\" is \"direct\" or \"group\".")
            }
            self = .conversation(
                ImportedConversation(
                    id: try fields.required(fields.id, "id"), title: fields.title, kind: kind, members: fields.members))
        case "message":
            guard let writtenAt = fields.writtenAt else {
                throw ImportProblem(
                    "The field \"writtenAt\" is a time like \"2026-03-14T09:26:53Z\", or milliseconds since 1970.")
            }
            self = .message(
                ImportedMessage(
                    id: try fields.required(fields.id, "id"),
                    conversation: try fields.required(fields.conversation, "conversation"),
                    sender: try fields.required(fields.sender, "sender"),
                    text: try fields.required(fields.text, "text", isName: false), writtenAt: writtenAt))
        default: throw ImportProblem("The field \"type\" is \"user\", \"conversation\" or \"message\".")
        }
    }
}

/// The reason why a line is rejected. The text is safe to show.
struct ImportProblem: Error, Equatable {
    let message: String

    init(_ message: String) { self.message = message }
}

/// All fields of any kind of line.
private struct ImportFields: JSONDecodable {
    var type = ""
    var id: String?
    var name: String?
    var email: String?
    var title: String?
    var kind = ""
    var members: [String] = []
    var conversation: String?
    var sender: String?
    var text: String?
    var writtenAt: Timestamp?

    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "type": type = try reader.string()
            case "id": id = try reader.string()
            case "name": name = try reader.string()
            case "email": email = try reader.null() ? nil : reader.string()
            case "title": title = try reader.null() ? nil : reader.string()
            case "kind": kind = try reader.string()
            case "members": try reader.array { reader throws(JSONError) in members.append(try reader.string()) }
            case "conversation": conversation = try reader.string()
            case "sender": sender = try reader.string()
            case "text": text = try reader.string()
            case "writtenAt":
                writtenAt =
                    try reader.kind() == .number
                    ? Timestamp(milliseconds: reader.int()) : Timestamp(imported: reader.string())
            default: break
            }
        }
    }

    func required(_ value: String?, _ field: String, isName: Bool = true) throws(ImportProblem) -> String {
        guard let value, !value.isEmpty else { throw ImportProblem("The field \"\(field)\" is missing or empty.") }
        guard !isName || value.utf8.count <= ImportLine.identifierBytes else {
            throw ImportProblem("The field \"\(field)\" has more than \(ImportLine.identifierBytes) bytes.")
        }
        return value
    }
}
