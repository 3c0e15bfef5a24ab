import NexusCore

/// The public fields of a user in member rows.
struct PersonFace: Equatable, Sendable {
    var name: String
    var picture: MediaID?
}
