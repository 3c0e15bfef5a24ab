import NexusCore

/// What member rows show of somebody, wherever they are a member.
struct PersonFace: Equatable, Sendable {
    var name: String
    var picture: MediaID?
}
