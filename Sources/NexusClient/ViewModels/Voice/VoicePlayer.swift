import NexusCore

/// The loudspeaker of a device. An app implements it over the system's audio; tests script it.
@MainActor
public protocol VoicePlayer: AnyObject {
    /// Takes the bytes of a recording, in place of an earlier one, and waits at its beginning.
    ///
    /// - Throws: ``VoiceProblem/notPlayable``.
    func load(_ recording: [UInt8]) async throws(VoiceProblem)
    /// Plays on from the ``position``.
    ///
    /// - Parameter speed: 1 for the recorded one.
    /// - Throws: ``VoiceProblem/notPlayable``.
    func play(at speed: Double) throws(VoiceProblem)
    func pause()
    /// Whether it plays; false after the end, and after a call came in.
    var isPlaying: Bool { get }
    /// Milliseconds from the beginning; 0 after the end.
    var position: Int64 { get set }
}

/// The service of the playback's view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol VoiceService: Sendable {
    /// The bytes of a voice message, from a cache if it has them.
    func voice(_ attachment: Attachment) async throws(ClientError) -> [UInt8]
}

extension NexusClient: VoiceService {}
