import NexusCore
import Observation

/// The playback of voice messages, one at a time. An app has one of them, as a device has one loudspeaker.
@Observable @MainActor
public final class VoicePlaybackViewModel {
    /// The speeds in the order of ``nextSpeed()``.
    public static let speeds = [1, 1.5, 2]
    /// Milliseconds between two looks at the position.
    static let pace: Int64 = 100

    /// The recording that plays or is paused.
    public private(set) var current: MediaID?
    public private(set) var isPlaying = false
    /// Whether ``current`` is being downloaded.
    public private(set) var isLoading = false
    /// Milliseconds of ``current``.
    public private(set) var position: Int64 = 0
    /// 1 for the recorded one. It stays for the next recordings.
    public private(set) var speed = VoicePlaybackViewModel.speeds[0]
    /// Why ``current`` does not play; nil after the next attempt.
    public var problem: VoiceProblem?
    /// The last error of a download; it goes by itself after 5 s.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    @ObservationIgnored private let service: any VoiceService
    @ObservationIgnored private let player: any VoicePlayer
    @ObservationIgnored private let clock: any ClientClock
    private let notice: ErrorNotice
    /// Whether the player has ``current``.
    @ObservationIgnored private var isLoaded = false
    @ObservationIgnored private var looking: Task<Void, Never>?

    public init(_ service: any VoiceService, player: any VoicePlayer, clock: any ClientClock = SystemClock()) {
        self.service = service
        self.player = player
        self.clock = clock
        notice = ErrorNotice(clock)
    }

    deinit { looking?.cancel() }

    /// Milliseconds of a recording that were played.
    public func position(of attachment: Attachment) -> Int64 {
        current == attachment.media ? min(position, attachment.duration) : 0
    }

    public func isPlaying(_ attachment: Attachment) -> Bool { isPlaying && current == attachment.media }

    public func isLoading(_ attachment: Attachment) -> Bool { isLoading && current == attachment.media }

    /// Why a recording does not play.
    public func problem(of attachment: Attachment) -> VoiceProblem? { current == attachment.media ? problem : nil }

    /// The part of a recording that was played, from 0 to 1.
    public func fraction(of attachment: Attachment) -> Double {
        attachment.duration > 0 ? Double(position(of: attachment)) / Double(attachment.duration) : 0
    }

    /// Plays a recording, or pauses it. One that plays stops for another.
    public func toggle(_ attachment: Attachment) async {
        if isPlaying(attachment) { return pause() }
        guard await load(attachment) else { return }
        play()
    }

    /// Moves the position of a recording, which plays on if it plays.
    public func seek(_ attachment: Attachment, to milliseconds: Int64) async {
        guard await load(attachment) else { return }
        position = min(max(milliseconds, 0), attachment.duration)
        player.position = position
    }

    /// Takes the next of the ``speeds``, also for the recording that plays.
    public func nextSpeed() {
        let index = Self.speeds.firstIndex(of: speed) ?? 0
        speed = Self.speeds[(index + 1) % Self.speeds.count]
        if isPlaying { play() }
    }

    /// Pauses what plays, as before a recording begins.
    public func pause() {
        guard isPlaying else { return }
        player.pause()
        position = player.position
        stopLooking()
    }

    /// Brings a recording into the player; returns whether it is there, and still the one that is wanted.
    private func load(_ attachment: Attachment) async -> Bool {
        let media = attachment.media
        if current == media, isLoaded { return true }
        // A second tap waits for the first one's download.
        if current == media, isLoading { return false }
        pause()
        current = media
        isLoaded = false
        position = 0
        problem = nil
        isLoading = true
        let bytes = await notice.act(if: { current == media }) { () throws(ClientError) in
            try await service.voice(attachment)
        }
        guard current == media else { return false }
        defer { if current == media { isLoading = false } }
        guard let bytes else { return false }
        do throws(VoiceProblem) {
            try await player.load(bytes)
            guard current == media else { return false }
            isLoaded = true
        } catch {
            problem = error
        }
        return isLoaded
    }

    private func play() {
        do throws(VoiceProblem) {
            try player.play(at: speed)
        } catch {
            problem = error
            stopLooking()
            return
        }
        isPlaying = true
        guard looking == nil else { return }
        looking = Task { [weak self, clock] in
            while (try? await clock.sleep(milliseconds: VoicePlaybackViewModel.pace)) != nil, !Task.isCancelled {
                guard let self, self.look() else { return }
            }
        }
    }

    /// Returns whether it still plays.
    private func look() -> Bool {
        position = player.position
        if !player.isPlaying { stopLooking() }
        return isPlaying
    }

    private func stopLooking() {
        isPlaying = false
        looking?.cancel()
        looking = nil
    }
}
