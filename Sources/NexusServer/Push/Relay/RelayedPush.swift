import NexusCore

/// A push notification on its way to a relay: the body of `POST /v1/pushes` (docs/relay.md). The relay reads none of its content.
struct RelayedPush: Equatable, Sendable {
    enum Service: String, Sendable, CaseIterable, JSONWord {
        case apns, fcm
    }

    enum Environment: String, Sendable, CaseIterable, JSONWord {
        case production, sandbox
    }

    enum Urgency: String, Sendable, CaseIterable, JSONWord {
        /// Shows something.
        case high
        /// Shows nothing, and waits for the device to be awake.
        case normal
    }

    /// Bytes of a plaintext, a multiple of ``WebPushEncryption/step``: with its keys and in base64url, a record leaves 500 of the
    /// 4,096 bytes of Apple's and Google's payloads for the rest of them.
    static let plaintextBytes = 5 * WebPushEncryption.step
    /// Bytes of a record of RFC 8291 beside its plaintext: 86 of salt, record size and key, the delimiter, and 16 of the tag.
    static let overhead = 103
    /// Bytes of a record.
    static let ciphertextBytes = (overhead + 1)...(overhead + plaintextBytes)
    /// Seconds for which a service keeps a push, at most: four weeks, as Google does.
    static let longestLife: Int64 = 2_419_200
    /// Bytes of a request.
    static let bodyBytes = 16 << 10

    var service: Service
    /// Apple's services for published apps and for those in development; the same for Google.
    var environment = Environment.production
    /// The device's token.
    var token: String
    var urgency: Urgency
    /// Seconds.
    var life: Int
    /// Of pushes with the same key the service keeps the last: 1 to 32 characters of base64url.
    var collapseKey: String
    /// The record as base64url.
    var ciphertext: String
}

extension RelayedPush: JSONRecord {
    init(_: Blank) {
        self.init(service: .apns, token: "", urgency: .high, life: 0, collapseKey: "", ciphertext: "")
    }

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("service", &service)
        coder.unless(environment == .production, "environment", &environment)
        coder.required("token", &token)
        coder.required("urgency", &urgency)
        coder.required("ttl", &life, in: 0...RelayedPush.longestLife)
        coder.required("collapseKey", &collapseKey)
        coder.required("ciphertext", &ciphertext)
    }
}

/// What became of a push at the relay: the answer to it.
struct RelayVerdict: Equatable, Sendable {
    enum Outcome: String, Sendable, CaseIterable, JSONWord {
        case accepted, gone, retry, refused
    }

    var outcome: Outcome
    /// Of a failure, one of those of ``PushFailure``.
    var reason: String?

    /// The status of the answer.
    var status: Int {
        switch outcome {
        case .accepted: 200
        case .gone: 410
        case .retry: 503
        case .refused: 422
        }
    }
}

extension RelayVerdict: JSONRecord {
    init(_: Blank) { self.init(outcome: .refused) }

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("outcome", &outcome)
        coder.optional("reason", &reason)
    }
}
