import Foundation
import NexusCore
import Observation

/// The recording of a voice message, in one conversation at a time. An app has one of them, as a device has one microphone.
///
/// A tap begins with ``start(in:)`` and ends with ``send(by:)`` or ``cancel()``. A held button calls ``press(in:)`` and
/// ``release(isCancelled:by:)``: a long press sends, after a short one the recording goes on.
@Observable @MainActor
public final class VoiceRecordingViewModel {
    public enum State: Equatable, Sendable {
        case idle
        /// The system asks the user for the microphone.
        case asking
        case recording
        /// The recording has ended, by its limit or by the system, and waits for ``send(by:)`` or ``cancel()``.
        case recorded
        case sending
    }

    /// Milliseconds of the shortest recording that is sent: less is a slip of the finger.
    public static let shortest: Int64 = 500
    /// Milliseconds from which on a released button sends.
    public static let hold: Int64 = 400
    /// Milliseconds between two samples of the level.
    static let pace: Int64 = 50
    /// Levels that a screen shows while it records.
    static let shownLevels = 40

    public private(set) var state = State.idle
    /// The conversation that the recording is for.
    public private(set) var conversation: ConversationID?
    /// Whether a button is held: releasing it ends the recording.
    public private(set) var isHeld = false
    /// Milliseconds since the recording began.
    public private(set) var elapsed: Int64 = 0
    /// The last levels, from 0 to 1, the newest last.
    public var levels: [Double] { samples.suffix(VoiceRecordingViewModel.shownLevels) }
    /// Why nothing was recorded; nil after the next start.
    public var problem: VoiceProblem?

    private var samples: [Double] = []
    @ObservationIgnored private let recorder: any VoiceRecorder
    @ObservationIgnored private let clock: any ClientClock
    @ObservationIgnored private let folder: String
    @ObservationIgnored private var recording: VoiceRecording?
    @ObservationIgnored private var startedAt = Timestamp.zero
    /// Counts calls of ``start(in:)``: one that was cancelled while the system asked has no effect.
    @ObservationIgnored private var starts = 0
    @ObservationIgnored private var sampling: Task<Void, Never>?

    /// - Parameter folder: for the recordings until they are sent.
    public init(
        _ recorder: any VoiceRecorder, folder: String = NSTemporaryDirectory(), clock: any ClientClock = SystemClock()
    ) {
        self.recorder = recorder
        self.folder = folder
        self.clock = clock
    }

    deinit { sampling?.cancel() }

    /// Whether a recording for that conversation is under way or waits to be sent.
    public func isBusy(in conversation: ConversationID) -> Bool { state != .idle && self.conversation == conversation }

    // MARK: Start

    /// Begins a recording, after the user has allowed it. A no-op while there is one; one that waits to be sent to another conversation is
    /// discarded.
    public func start(in conversation: ConversationID) async {
        if state == .recorded, self.conversation != conversation { await cancel() }
        guard state == .idle else { return }
        self.conversation = conversation
        problem = nil
        state = .asking
        starts += 1
        let start = starts
        let isAllowed = await recorder.isAllowed()
        guard state == .asking, start == starts else { return }
        guard isAllowed else { return fail(.microphoneNotAllowed) }
        do throws(VoiceProblem) {
            let path = try VoiceRecording.newPath(in: folder, fileExtension: recorder.fileExtension)
            recording = VoiceRecording(path: path, duration: 0, waveform: [])
            try recorder.begin(at: path)
        } catch {
            fail(error)
            return
        }
        samples = []
        elapsed = 0
        startedAt = clock.now()
        state = .recording
        sample()
    }

    /// A button went down.
    public func press(in conversation: ConversationID) async {
        if state == .recorded, self.conversation != conversation { await cancel() }
        guard state == .idle else { return }
        isHeld = true
        await start(in: conversation)
    }

    /// The button was released. A long press sends the recording, or discards it; after a short one, it goes on.
    ///
    /// - Parameter send: as for ``send(by:)``.
    public func release(
        isCancelled: Bool = false, by send: @MainActor (VoiceRecording) async -> Bool
    ) async {
        guard isHeld else { return }
        isHeld = false
        guard state == .recording || state == .recorded else { return }
        if isCancelled {
            await cancel()
        } else if clock.now().since(startedAt) >= VoiceRecordingViewModel.hold {
            await self.send(by: send)
        }
    }

    // MARK: End

    /// Ends the recording and sends it. If that fails it stays, to be tried again.
    ///
    /// - Parameter send: sends it, and returns whether it is sent: the file is deleted then.
    public func send(by send: @MainActor (VoiceRecording) async -> Bool) async {
        if state == .recording { await finish() }
        guard state == .recorded, let recording else { return }
        guard recording.duration >= VoiceRecordingViewModel.shortest else { return fail(.tooShort) }
        state = .sending
        let isSent = await send(recording)
        if isSent { forget() } else { state = .recorded }
    }

    /// Ends the recording, which waits to be sent: its screen has disappeared.
    public func stop() async {
        isHeld = false
        if state == .asking { await cancel() }
        if state == .recording { await finish() }
    }

    /// The system took the press away, as for an alert: the recording goes on without it.
    public func losePress() { isHeld = false }

    /// Discards the recording. One that is being sent is not discarded.
    public func cancel() async {
        guard state != .idle, state != .sending else { return }
        let wasRecording = state == .recording
        sampling?.cancel()
        let recording = recording
        // A recording that begins next has a file of its own.
        forget()
        if wasRecording { await recorder.end() }
        // The recorder may have written until its end.
        recording?.remove()
    }

    private func finish() async {
        sampling?.cancel()
        sampling = nil
        elapsed = min(elapsed(at: clock.now()), Limits.voiceMilliseconds)
        recording?.duration = elapsed
        recording?.waveform = VoiceRecording.waveform(of: samples)
        state = .recorded
        await recorder.end()
    }

    private func fail(_ problem: VoiceProblem) {
        forget()
        self.problem = problem
    }

    private func forget() {
        recording?.remove()
        recording = nil
        state = .idle
        isHeld = false
        conversation = nil
        samples = []
        elapsed = 0
    }

    // MARK: Levels

    private func sample() {
        sampling = Task { [weak self, clock] in
            while (try? await clock.sleep(milliseconds: VoiceRecordingViewModel.pace)) != nil, !Task.isCancelled {
                guard let self, await self.takeSample() else { return }
            }
        }
    }

    /// Returns whether the recording goes on.
    private func takeSample() async -> Bool {
        guard state == .recording else { return false }
        elapsed = elapsed(at: clock.now())
        guard let level = recorder.level, elapsed < Limits.voiceMilliseconds else {
            await finish()
            return false
        }
        samples.append(min(max(level, 0), 1))
        return true
    }

    private func elapsed(at now: Timestamp) -> Int64 { max(0, now.since(startedAt)) }
}
