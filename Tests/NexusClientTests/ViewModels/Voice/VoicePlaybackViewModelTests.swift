import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The view model of playback") @MainActor
struct VoicePlaybackViewModelTests {
    private let clock = ManualClock()
    private let player = ScriptedPlayer()
    private let voices = ScriptedVoices()

    private func model() -> VoicePlaybackViewModel { VoicePlaybackViewModel(voices, player: player, clock: clock) }

    private func recording(_ number: UInt64, duration: Int64 = 10_000) -> NexusCore.Attachment {
        NexusCore.Attachment(
            media: MediaID(high: 7, low: number), kind: .voice, name: "voice.m4a", type: "audio/mp4", bytes: 9,
            duration: duration)
    }

    private func look(_ isSeen: () -> Bool) async throws {
        try await eventually("it waits") { clock.sleepers(within: VoicePlaybackViewModel.pace) == 1 }
        clock.advance(by: VoicePlaybackViewModel.pace)
        try await eventually("it looked") { isSeen() }
    }

    @Test("plays, follows the position, pauses, plays on and ends")
    func plays() async throws {
        let model = model()
        let first = recording(1)
        await model.toggle(first)
        #expect(model.isPlaying(first) && player.loaded == [[1]] && player.speeds == [1])
        player.position = 2_500
        try await look { model.position(of: first) == 2_500 }
        #expect(model.fraction(of: first) == 0.25)
        await model.toggle(first)
        #expect(!model.isPlaying && !player.isPlaying && model.position(of: first) == 2_500)
        await model.toggle(first)
        #expect(model.isPlaying(first) && voices.downloads == 1)
        player.end()
        try await look { !model.isPlaying }
        #expect(model.position(of: first) == 0 && model.current == first.media)
    }

    @Test("a second recording stops the first, which begins anew afterwards")
    func oneAtATime() async throws {
        let model = model()
        let (first, second) = (recording(1), recording(2))
        await model.toggle(first)
        player.position = 4_000
        await model.toggle(second)
        #expect(model.isPlaying(second) && !model.isPlaying(first) && model.position(of: first) == 0)
        #expect(player.loaded == [[1], [2]])
        await model.toggle(first)
        #expect(model.isPlaying(first) && player.position == 0)
        model.pause()
        #expect(!player.isPlaying && !model.isPlaying)
    }

    @Test("can be scrubbed before, while and after it plays, within its bounds")
    func scrubs() async throws {
        let model = model()
        let first = recording(1)
        await model.seek(first, to: 3_000)
        #expect(!model.isPlaying && player.position == 3_000 && model.position(of: first) == 3_000)
        await model.toggle(first)
        #expect(player.position == 3_000, "it plays on from there")
        await model.seek(first, to: 99_999)
        #expect(player.position == 10_000 && model.isPlaying)
        await model.seek(first, to: -1)
        #expect(player.position == 0)
        #expect(model.fraction(of: recording(1, duration: 0)) == 0)
    }

    @Test("the speed goes round, changes what plays, and stays for the next")
    func speeds() async throws {
        let model = model()
        await model.toggle(recording(1))
        model.nextSpeed()
        #expect(model.speed == 1.5 && player.speeds == [1, 1.5] && player.isPlaying)
        model.pause()
        model.nextSpeed()
        #expect(player.speeds.count == 2 && !player.isPlaying)
        await model.toggle(recording(2))
        #expect(player.speeds.last == 2)
        model.nextSpeed()
        #expect(model.speed == 1)
    }

    @Test("offline it says so for five seconds; a format that cannot be played stays said")
    func problems() async throws {
        let model = model()
        let first = recording(1)
        voices.failure = .offline("no route")
        await model.toggle(first)
        #expect(model.error?.isOffline == true && !model.isPlaying && !model.isLoading)
        try await eventually("it waits") { clock.sleepers(within: ErrorNotice.life) == 1 }
        clock.advance(by: ErrorNotice.life)
        try await eventually("it is gone") { model.error == nil }
        voices.failure = nil
        player.isBroken = true
        await model.toggle(first)
        #expect(model.problem(of: first) == .notPlayable && model.error == nil && !model.isPlaying)
        #expect(model.problem(of: recording(2)) == nil)
        player.isBroken = false
        await model.toggle(first)
        #expect(model.isPlaying(first) && model.problem == nil)
        model.pause()
    }

    @Test("a download that another tap replaced does not play; a second tap waits for the first")
    func replaced() async throws {
        let model = model()
        voices.waits = true
        let slow = Task { await model.toggle(recording(1)) }
        try await eventually("it is being downloaded") { voices.isWaiting }
        #expect(model.isLoading(recording(1)) && !model.isLoading(recording(2)))
        await model.toggle(recording(1))
        #expect(voices.downloads == 1)
        voices.waits = false
        await model.toggle(recording(2))
        voices.release()
        await slow.value
        #expect(model.isPlaying(recording(2)) && player.loaded == [[2]] && !model.isLoading)
        model.pause()
    }

    @Test("the model is let go while it plays")
    func noLeak() async throws {
        var model: VoicePlaybackViewModel? = model()
        weak let gone = model
        await model?.toggle(recording(1))
        try await eventually("it waits") { clock.sleepers(within: VoicePlaybackViewModel.pace) == 1 }
        model = nil
        try await eventually("it is gone") {
            gone == nil && clock.sleepers(within: VoicePlaybackViewModel.pace) == 0
        }
    }
}
