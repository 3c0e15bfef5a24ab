/// The time at which a user read a message.
public struct Reading: Equatable, Sendable {
    public var user: UserID
    public var at: Timestamp

    public init(user: UserID, at: Timestamp) {
        self.user = user
        self.at = at
    }
}

/// The response of `Endpoints.readings`: the readers of a message that the caller may know, if their time is known.
public struct ReadingList: Equatable, Sendable {
    public var readings: [Reading]

    public init(readings: [Reading]) { self.readings = readings }
}

extension Reading: JSONRecord {
    public init(_: Blank) { self.init(user: .blank, at: .zero) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("user", &user)
        coder.required("at", &at)
    }
}

extension ReadingList: JSONRecord {
    public init(_: Blank) { self.init(readings: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("readings", &readings)
    }
}
