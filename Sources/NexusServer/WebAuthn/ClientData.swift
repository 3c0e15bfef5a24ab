import NexusCore

/// What the browser says of a ceremony (WebAuthn Level 3 §5.8.1). Fields of later versions are skipped.
struct ClientData: Equatable, Sendable {
    enum Kind: String { case create = "webauthn.create", get = "webauthn.get" }

    var type = ""
    /// In URL-safe Base64.
    var challenge = ""
    var origin = ""
    var isCrossOrigin: Bool?
    var topOrigin: String?

    /// Reads the bytes that the browser hashed; a byte order mark is skipped (§7.1 step 5).
    ///
    /// - Throws: ``WebAuthnProblem`` (`malformed`).
    init(_ bytes: [UInt8]) throws(WebAuthnProblem) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        do {
            self = try ClientData.decode(bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes)
        } catch {
            throw .malformed
        }
    }
}

extension ClientData: JSONRecord {
    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("type", &type)
        coder.required("challenge", &challenge)
        coder.required("origin", &origin)
        coder.optional("crossOrigin", &isCrossOrigin)
        coder.optional("topOrigin", &topOrigin)
    }
}
