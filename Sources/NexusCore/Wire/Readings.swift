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

extension Reading: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("user", user)
        writer.field("at", at)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var user: UserID?
        var at: Timestamp?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "user": user = try reader.id("user")
            case "at": at = try reader.timestamp()
            default: break
            }
        }
        guard let user else { throw reader.missing("user") }
        guard let at else { throw reader.missing("at") }
        self.init(user: user, at: at)
    }
}

extension ReadingList: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("readings", readings)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var readings: [Reading] = []
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "readings": readings = try [Reading](from: &reader)
            default: break
            }
        }
        self.init(readings: readings)
    }
}
