import NexusClient
import NexusCore

/// What happens to a message's attachments at this moment.
struct MessageActivity: Equatable, Sendable {
    /// Of its attachments.
    var upload: UploadProgress?
    /// The voice message that is played.
    var voice: PlayedVoice?
}

/// A voice message that is played.
struct PlayedVoice: Equatable, Sendable {
    var media: MediaID
    /// Milliseconds that were played; `nil` while it is being fetched.
    var position: Int64?
}
