/// What a device needs to register for push notifications: the answer of `Endpoints.push`.
public struct PushInfo: Equatable, Sendable {
    /// The server's VAPID public key (RFC 8292): base64url of the uncompressed point, 65 bytes. Nil if the server sends no Web Push.
    public var key: String?
    /// The services that the server can send with: `web`, `apple`, `appleSandbox`, `google`, `relay`.
    public var services: [String]
    /// Whether the server lets no notification name senders and texts.
    public var hidesContent: Bool

    public init(key: String? = nil, services: [String] = [], hidesContent: Bool = false) {
        self.key = key
        self.services = services
        self.hidesContent = hidesContent
    }
}

/// The address of this device's push notifications: the request of `Endpoints.registerPush`.
public struct PushRegistration: Equatable, Sendable {
    /// One of ``PushInfo/services``.
    public var service: String
    /// A URL of the browser's push service, or the device's token.
    public var address: String
    /// The device's public key on P-256, uncompressed, as base64url; required for `web` and `relay`.
    public var key: String
    /// The authentication secret of RFC 8291, 16 bytes, as base64url; required for `web` and `relay`.
    public var secret: String

    public init(service: String, address: String, key: String = "", secret: String = "") {
        self.service = service
        self.address = address
        self.key = key
        self.secret = secret
    }
}

/// Whether the session is registered: the answer of `Endpoints.pushRegistration`.
public struct PushRegistered: Equatable, Sendable {
    public var isRegistered: Bool

    public init(isRegistered: Bool) { self.isRegistered = isRegistered }
}

/// The report of a test notification: the answer of `Endpoints.testPush`.
public struct PushTest: Equatable, Sendable {
    public struct Step: Equatable, Sendable {
        /// `registered` or `sent`.
        public var name: String
        public var succeeded: Bool
        /// What happened, and what to do.
        public var text: String

        public init(name: String, succeeded: Bool, text: String) {
            self.name = name
            self.succeeded = succeeded
            self.text = text
        }
    }

    /// In order; the first that failed is the last.
    public var steps: [Step]

    public init(steps: [Step]) { self.steps = steps }
}

/// What the server did with push notifications since its start: the answer of `Endpoints.pushReport`, for administrators.
public struct PushReport: Equatable, Sendable {
    public struct Failure: Equatable, Sendable {
        public var reason: String
        public var count: Int64

        public init(reason: String, count: Int64) {
            self.reason = reason
            self.count = count
        }
    }

    public var services: [String]
    /// Registered devices.
    public var devices: Int64
    public var sent: Int64
    /// Attempts that failed, by reason.
    public var failures: [Failure]
    /// Notifications that wait.
    public var waiting: Int64
    /// When the one that has been due for longest was due.
    public var oldest: Timestamp?

    public init(
        services: [String] = [], devices: Int64 = 0, sent: Int64 = 0, failures: [Failure] = [], waiting: Int64 = 0,
        oldest: Timestamp? = nil
    ) {
        self.services = services
        self.devices = devices
        self.sent = sent
        self.failures = failures
        self.waiting = waiting
        self.oldest = oldest
    }
}

extension Endpoints {
    /// What a device needs to register for push notifications.
    public static let push = Endpoint<Nothing, PushInfo>(.get, "/v1/push")
    /// Whether the caller's session is registered.
    public static let pushRegistration = Endpoint<Nothing, PushRegistered>(.get, "/v1/push/endpoint")
    /// Registers the caller's session, in place of an earlier address, and of another session with this one.
    public static let registerPush = Endpoint<PushRegistration, Nothing>(.put, "/v1/push/endpoint")
    /// Ends the push notifications of the caller's session.
    public static let unregisterPush = Endpoint<Nothing, Nothing>(.delete, "/v1/push/endpoint")
    /// Sends a test notification to the caller's session, and reports each step.
    public static let testPush = Endpoint<Nothing, PushTest>(.post, "/v1/push/test")
    /// What became of push notifications, for administrators.
    public static let pushReport = Endpoint<Nothing, PushReport>(.get, "/v1/admin/push")
}
