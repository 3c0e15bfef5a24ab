import NIOCore

/// How long to wait for a mail server.
struct SMTPPatience: Sendable {
    var connect = TimeAmount.seconds(15)
    /// For each reply, and for the TLS handshake.
    var reply = TimeAmount.seconds(60)
    /// For the reply to a message: a server that is given up too early delivers it, and gets it once more (RFC 5321 §4.5.3.2.6).
    var content = TimeAmount.minutes(10)

    /// For a caller who waits.
    static let short = SMTPPatience(connect: .seconds(8), reply: .seconds(8), content: .seconds(12))
}
