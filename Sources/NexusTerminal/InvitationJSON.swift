import NexusCore

/// An invitation as the command line writes it in JSON.
public struct InvitationJSON: JSONEncodable {
    private let invitation: Invitation
    private let link: String?

    /// - Parameter link: known when the invitation is made, and never again.
    public init(_ invitation: Invitation, link: String? = nil) {
        self.invitation = invitation
        self.link = link
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", invitation.id)
        writer.field("link", ifPresent: link)
        writer.field("creator", UserJSON(invitation.creator))
        writer.field("person", ifPresent: invitation.person.map { UserJSON($0) })
        writer.field("email", ifPresent: invitation.email)
        writer.field("conversations", invitation.conversations)
        writer.field("uses", Int64(invitation.uses))
        writer.field("usesLeft", Int64(invitation.usesLeft))
        writer.field("createdAt", TerminalTime.iso(invitation.createdAt))
        writer.field("expiresAt", TerminalTime.iso(invitation.expiresAt))
        writer.endObject()
    }
}
