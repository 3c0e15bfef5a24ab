/// The response of `Endpoints.inventory`: what a server holds.
public struct Inventory: Equatable, Sendable {
    public var accounts = 0
    public var administrators = 0
    public var suspended = 0
    /// Accounts without a password: imported or added, and not joined.
    public var unclaimed = 0
    /// Signed-in devices.
    public var sessions = 0
    public var conversations = 0
    public var messages = 0
    /// Uploaded files.
    public var files = 0
    /// The size of the database, in bytes, without its write-ahead log.
    public var databaseBytes: Int64 = 0
    /// Bytes of uploaded files.
    public var mediaBytes: Int64 = 0
    /// Bytes that the database's disk has left; `nil` if that is not known.
    public var freeBytes: Int64?

    public init() {}
}

extension Inventory: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("accounts", &accounts)
        coder.present("administrators", &administrators)
        coder.present("suspended", &suspended)
        coder.present("unclaimed", &unclaimed)
        coder.present("sessions", &sessions)
        coder.present("conversations", &conversations)
        coder.present("messages", &messages)
        coder.present("files", &files)
        coder.present("databaseBytes", &databaseBytes)
        coder.present("mediaBytes", &mediaBytes)
        coder.optional("freeBytes", &freeBytes)
    }
}
