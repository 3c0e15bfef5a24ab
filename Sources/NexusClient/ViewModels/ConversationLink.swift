import Foundation
import NexusCore

/// An address inside the app: `nexus-app://conversation/ID?message=ID`. Widgets lead to it.
public struct ConversationLink: Equatable, Sendable {
    public var destination: BannersViewModel.Destination

    public init(_ conversation: ConversationID, message: MessageID? = nil) {
        destination = BannersViewModel.Destination(conversation, message: message)
    }

    /// Reads an address; nil for any other, such as a link to join a team.
    public init?(_ url: URL) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false), parts.scheme == "nexus-app",
            parts.host == "conversation", let conversation = ConversationID(String(parts.path.dropFirst()))
        else { return nil }
        let message = parts.queryItems?.first { $0.name == "message" }?.value
        self.init(conversation, message: message.flatMap { MessageID($0) })
    }

    public var url: URL? {
        var parts = URLComponents()
        parts.scheme = "nexus-app"
        parts.host = "conversation"
        parts.path = "/\(destination.conversation.text)"
        if let message = destination.message { parts.queryItems = [URLQueryItem(name: "message", value: message.text)] }
        return parts.url
    }
}
