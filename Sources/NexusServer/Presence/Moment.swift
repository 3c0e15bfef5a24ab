import NexusCore

/// Now, by both clocks: the wall's is for people to see, the other measures waits and never goes back.
struct Moment: Equatable, Sendable {
    var wall: Timestamp
    /// Milliseconds since some beginning.
    var uptime: Int64
}
