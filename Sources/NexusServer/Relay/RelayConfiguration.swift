import NIOCore
import NexusCore
import NexusDatabase

/// The configuration of a push relay.
public struct RelayConfiguration: Sendable {
    public var transport = TransportConfiguration()
    /// Of the servers that registered.
    public var database: DatabaseConfiguration
    /// The keys of the app that it relays to. Relays neither send Web Push nor use another relay.
    public var push: PushSettings
    /// Servers register with this token alone; nil lets any server register.
    public var registrationToken: String?
    /// Pushes of one server: sustained a minute, and at once.
    public var pushesPerMinute = 3_000
    /// Registrations from one address an hour.
    public var registrationsPerHour = 10
    /// Servers that may be registered.
    var serverLimit: Int64 = 100_000
    /// Pushes that are on their way to Apple and Google at a time.
    var concurrency = 512
    /// Whether to trust `X-Forwarded-For`, because the operator's proxy sets it.
    public var trustsProxy = false
    /// Event-loop threads; 0 takes one per core.
    public var eventLoopThreads = 0
    public var now: @Sendable () -> Timestamp

    static let tokenVariable = "NEXUS_RELAY_TOKEN"

    public init(database: DatabaseConfiguration, push: PushSettings, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.push = push
        self.now = now
        // Servers wait for half a minute.
        self.push.patience = PushPatience(connect: .seconds(8), whole: .seconds(20))
        transport.port = 8490
        transport.maximumBodyBytes = RelayedPush.bodyBytes
    }

    /// Reads the keys for Apple's and Google's services and `NEXUS_PUSH_ROOTS`, as ``PushSettings`` does, and `NEXUS_RELAY_TOKEN`.
    ///
    /// - Throws: ``PushSettingsError``; without any keys too.
    public init(
        database: DatabaseConfiguration, environment: [String: String], now: @escaping @Sendable () -> Timestamp
    ) throws(PushSettingsError) {
        let push = try PushSettings(environment: environment, publicOrigin: nil)
        guard push.apple != nil || push.google != nil else {
            throw PushSettingsError(
                "NEXUS_APNS_KEY_FILE", "or NEXUS_FCM_ACCOUNT_FILE is needed: a relay holds an app's keys.")
        }
        self.init(database: database, push: push, now: now)
        if let token = environment[Self.tokenVariable], !token.isEmpty {
            guard RelayPushSettings.isToken(token) else {
                throw PushSettingsError(Self.tokenVariable, "is 16 to 200 printable ASCII characters without spaces.")
            }
            registrationToken = token
        }
    }
}
