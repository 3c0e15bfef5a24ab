import Foundation
import NexusCore
import NexusDatabase
import NexusIntelligence
import NIOPosix

/// How a server is set up. Everything has a default that suits a team.
public struct ServerConfiguration: Sendable {
    public var transport = TransportConfiguration()
    public var database: DatabaseConfiguration
    public var rateLimits = RateLimitSettings()
    /// The folder of the web client, read once at start; without one only programs are served.
    public var webFolder: String?
    public var media = MediaSettings()
    /// Where the embedding model lies; without one search goes by words alone.
    public var models: ModelFolder?
    public var languageModel = LanguageModelSettings()
    /// Event-loop threads; 0 takes one per core.
    public var eventLoopThreads = 0
    /// Where those write whose device has not told its zone: what "tomorrow" is to them.
    public var zone = TimeZone.current
    /// The base-two logarithm of scrypt's cost; 15 is the default. Lower only in tests.
    public var passwordCostLog2 = 15
    /// Milliseconds of silence after which a device's presence ends.
    public var presenceLease = Limits.presenceLeaseMilliseconds
    /// Milliseconds that typing lasts without being renewed.
    public var typingLife = Limits.typingMilliseconds
    /// Whether projections follow what changes: off only to measure what they cost.
    public var followsChanges = true
    /// How long changes are gathered before projections follow them: more in one transaction cost less each.
    public var settling = Duration.milliseconds(250)
    /// What embeds in place of the model, in tests.
    var meaningEngine: (@Sendable (NIOThreadPool) -> MeaningEngine)?
    /// The server's clock.
    public var now: @Sendable () -> Timestamp

    public init(database: DatabaseConfiguration, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.now = now
    }
}
