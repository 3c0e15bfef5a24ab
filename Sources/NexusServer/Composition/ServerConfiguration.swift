import Foundation
import NexusCore
import NexusDatabase
import NexusIntelligence
import NIOPosix

/// The configuration of a server. The defaults suit a team.
public struct ServerConfiguration: Sendable {
    public var transport = TransportConfiguration()
    public var database: DatabaseConfiguration
    /// Whether another server may take over the database: then this one ends once it has, with `DatabaseError` (`database_in_use`).
    public var hasStandby = false
    /// What this node and others of the same database tell each other over; without one it is the only node.
    public var bus: NodeBus?
    public var rateLimits = RateLimitSettings()
    /// The folder of the web client, read once at start; without one only programs are served.
    public var webFolder: String?
    public var media = MediaSettings()
    /// Lets everyone open an account while this server runs, without set-up: for trials and tests.
    public var isOpenToEveryone = false
    /// The folder of the embedding model; without one search uses words alone.
    public var models: ModelFolder?
    public var languageModel = LanguageModelSettings()
    /// The mail server; without one no e-mail is sent.
    public var mail: MailSettings?
    /// Push services beside Web Push, and where they may be.
    public var push = PushSettings()
    /// The providers that people sign in with, and whether passwords work too.
    public var signIn = SignInSettings()
    /// Event-loop threads; 0 takes one per core.
    public var eventLoopThreads = 0
    /// The time zone of users whose device has not reported one, which defines their "tomorrow".
    public var zone = TimeZone.current
    /// The base-two logarithm of scrypt's cost; 15 is the default. Lower only in tests.
    public var passwordCostLog2 = 15
    /// Milliseconds of silence after which a device's presence ends.
    public var presenceLease = Limits.presenceLeaseMilliseconds
    /// Milliseconds that typing lasts without being renewed.
    public var typingLife = Limits.typingMilliseconds
    /// How often nodes tell that they live.
    var nodePace = NodePace()
    /// Whether projections follow changes: off only for measuring their cost.
    public var followsChanges = true
    /// How long changes are collected before projections follow them: larger transactions cost less per change.
    public var settling = Duration.milliseconds(250)
    /// The folder of copies of people's data; nil for none.
    public var exportFolder: String?
    /// Bytes of its disk that copies leave free.
    public var exportReserve: Int64 = 1 << 30
    /// Backups that the server makes by itself; nil for none.
    public var backup: BackupSettings?
    /// Whether anything runs beside requests: off only to rehearse a restore, where nothing may be delivered, deleted or derived.
    var runsServices = true
    /// How often accounts and messages that are due for deletion are looked for, and the rest between two steps.
    var backgroundPace = BackgroundPass.Pace()
    /// Replaces the embedding model, in tests.
    var meaningEngine: (@Sendable (NIOThreadPool) -> MeaningEngine)?
    /// Takes the place of the push services, in tests.
    var pushServices: PushServices?
    /// How push notifications are paced.
    var pushPace = PushPace()
    /// The code of the set-up link in place of a random one, in tests.
    var setupCode: String?
    /// The server's clock.
    public var now: @Sendable () -> Timestamp

    public init(database: DatabaseConfiguration, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.now = now
    }
}
