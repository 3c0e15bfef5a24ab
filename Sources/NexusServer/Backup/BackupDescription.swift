import NexusCore

/// The first file of a set, `set.json`: its format, its identifier, and how it is encrypted.
struct BackupDescription: Equatable, Sendable {
    static let format = 1
    static let cipher = "chacha20-poly1305"

    var format = BackupDescription.format
    /// 32 hexadecimal digits, random.
    var set: String
    /// Nil if nothing is encrypted.
    var cipher: String?
    /// By which the key is recognised (``BackupCipher/check``).
    var check: String?
}

extension BackupDescription: JSONRecord {
    init(_: Blank) { self.init(format: 0, set: "", cipher: nil, check: nil) }

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("format", &format, in: 0...1_000_000)
        coder.required("set", &set)
        coder.optional("cipher", &cipher)
        coder.optional("check", &check)
    }
}
