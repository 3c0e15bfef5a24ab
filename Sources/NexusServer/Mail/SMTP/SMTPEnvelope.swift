import NexusCore

/// One message for one recipient (RFC 5321 §2.3.1).
struct SMTPEnvelope: Equatable, Sendable {
    var id: MailID
    var from: MailAddress
    var to: MailAddress
    /// Lines that end with CRLF, of 998 bytes at most.
    var content: [UInt8]
}
