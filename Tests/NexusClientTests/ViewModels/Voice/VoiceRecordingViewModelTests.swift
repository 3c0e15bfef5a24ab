import Foundation
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The view model of recordings") @MainActor
struct VoiceRecordingViewModelTests {
    private let clock = ManualClock()
    private let recorder = ScriptedRecorder()
    private let folder: TemporaryFolder
    private let talk = Samples.talk

    init() throws { folder = try TemporaryFolder() }

    private func model() -> VoiceRecordingViewModel {
        VoiceRecordingViewModel(recorder, folder: folder.path, clock: clock)
    }

    /// Moves the clock by whole samples of the level.
    private func record(_ milliseconds: Int64, _ model: VoiceRecordingViewModel) async throws {
        let end = model.elapsed + milliseconds
        while model.state == .recording, model.elapsed < end {
            let before = model.elapsed
            try await eventually("it waits for a sample") { clock.sleepers(within: VoiceRecordingViewModel.pace) == 1 }
            clock.advance(by: VoiceRecordingViewModel.pace)
            try await eventually("it took one") { model.elapsed > before || model.state != .recording }
        }
    }

    @Test("a tap records, shows time and levels, and sends the file with its waveform; then the file is gone")
    func sends() async throws {
        let model = model()
        await model.start(in: talk)
        #expect(model.state == .recording && model.isBusy(in: talk) && !model.isHeld)
        #expect(!model.isBusy(in: ConversationID(high: 1, low: 1)))
        try await record(400, model)
        recorder.level = 1.7
        try await record(200, model)
        #expect(model.elapsed == 600 && model.levels == Array(repeating: 0.5, count: 8) + [1, 1, 1, 1])
        var sent: VoiceRecording?
        await model.send { recording in
            sent = recording
            #expect(model.state == .sending && recorder.hasFile && recorder.endings == 1)
            return true
        }
        #expect(sent?.duration == 600)
        #expect(sent?.waveform == Array(repeating: 16, count: 8) + [31, 31, 31, 31])
        #expect(sent.map { URL(fileURLWithPath: $0.path).lastPathComponent } == "voice.m4a")
        #expect(model.state == .idle && model.problem == nil && !recorder.hasFile)
    }

    @Test("what cannot be sent stays, and can be sent again or discarded")
    func fails() async throws {
        let model = model()
        await model.start(in: talk)
        try await record(600, model)
        await model.send { _ in false }
        #expect(model.state == .recorded && recorder.hasFile && model.elapsed == 600)
        await model.start(in: talk)
        #expect(model.state == .recorded, "it is not lost to another")
        await model.send { $0.duration == 600 }
        #expect(model.state == .idle && !recorder.hasFile)
        await model.send { _ in
            Issue.record("nothing is there to be sent")
            return true
        }
    }

    @Test("a recording that is discarded leaves nothing, and the next one begins anew")
    func cancels() async throws {
        let model = model()
        await model.start(in: talk)
        try await record(100, model)
        await model.cancel()
        #expect(model.state == .idle && recorder.endings == 1 && !recorder.hasFile && model.conversation == nil)
        await model.start(in: talk)
        #expect(model.elapsed == 0 && model.levels.isEmpty && recorder.hasFile)
        await model.cancel()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("a long press sends when it is released, and discards when it is dragged away")
    func held() async throws {
        let model = model()
        await model.press(in: talk)
        #expect(model.isHeld)
        try await record(VoiceRecordingViewModel.shortest, model)
        var count = 0
        await model.release { _ in
            count += 1
            return true
        }
        #expect(count == 1 && model.state == .idle && !model.isHeld)
        await model.press(in: talk)
        try await record(1_000, model)
        await model.release(isCancelled: true) { _ in
            count += 1
            return true
        }
        #expect(count == 1 && model.state == .idle && !recorder.hasFile)
    }

    @Test("after a short press it goes on: one of 399 ms is a tap, one of 400 a hold")
    func tapped() async throws {
        let model = model()
        await model.press(in: talk)
        clock.advance(by: VoiceRecordingViewModel.hold - 1)
        await model.release { _ in true }
        #expect(model.state == .recording && !model.isHeld)
        await model.cancel()
        await model.press(in: talk)
        clock.advance(by: VoiceRecordingViewModel.hold)
        await model.release { _ in true }
        #expect(
            model.state == .idle && model.problem == .tooShort, "a hold of 400 ms is less than half a second of sound")
    }

    @Test("half a second is sent, less is not")
    func shortest() async throws {
        let model = model()
        var sent: [Int64] = []
        for milliseconds in [VoiceRecordingViewModel.shortest - 1, VoiceRecordingViewModel.shortest] {
            await model.start(in: talk)
            clock.advance(by: milliseconds)
            await model.send { recording in
                sent.append(recording.duration)
                return true
            }
            #expect(model.state == .idle && !recorder.hasFile)
        }
        #expect(sent == [500])
    }

    @Test("it ends by itself after ten minutes, and waits to be sent")
    func limit() async throws {
        let model = model()
        await model.start(in: talk)
        try await eventually("it waits") { clock.sleepers(within: VoiceRecordingViewModel.pace) == 1 }
        clock.advance(by: Limits.voiceMilliseconds - 1)
        try await eventually("it took a sample") { model.elapsed == Limits.voiceMilliseconds - 1 }
        #expect(model.state == .recording)
        try await eventually("it waits") { clock.sleepers(within: VoiceRecordingViewModel.pace) == 1 }
        clock.advance(by: VoiceRecordingViewModel.pace)
        try await eventually("it ended") { model.state == .recorded }
        await model.send { $0.duration == Limits.voiceMilliseconds }
        #expect(model.state == .idle)
    }

    @Test("a call ends it, and what was said until then can be sent")
    func interruption() async throws {
        let model = model()
        await model.start(in: talk)
        try await record(700, model)
        recorder.level = nil
        try await record(VoiceRecordingViewModel.pace, model)
        #expect(model.state == .recorded && recorder.endings == 1)
        await model.send { _ in true }
        #expect(model.state == .idle)
    }

    @Test("one whose screen disappears waits, and gives way to one in another conversation")
    func leaves() async throws {
        let model = model()
        let other = ConversationID(high: 1, low: 1)
        await model.press(in: talk)
        model.losePress()
        #expect(model.state == .recording && !model.isHeld)
        try await record(600, model)
        await model.stop()
        #expect(model.state == .recorded && model.isBusy(in: talk) && recorder.endings == 1)
        let first = recorder.path
        await model.press(in: other)
        #expect(model.state == .recording && model.isBusy(in: other) && recorder.path != first)
        #expect(first.map { FileManager.default.fileExists(atPath: $0) } == false)
        await model.start(in: talk)
        #expect(model.isBusy(in: other), "one that is under way is not disturbed")
        await model.cancel()
        recorder.asks = true
        let asked = Task { await model.start(in: talk) }
        try await eventually("the system asks") { recorder.isAsking }
        await model.stop()
        recorder.answer()
        await asked.value
        #expect(model.state == .idle)
    }

    @Test("without permission, or a microphone, it says so")
    func refused() async throws {
        let model = model()
        recorder.isPermitted = false
        await model.start(in: talk)
        #expect(model.state == .idle && model.problem == .microphoneNotAllowed && recorder.path == nil)
        recorder.isPermitted = true
        recorder.failure = .microphoneUnavailable
        await model.start(in: talk)
        #expect(model.state == .idle && model.problem == .microphoneUnavailable)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        recorder.failure = nil
        await model.start(in: talk)
        #expect(model.state == .recording && model.problem == nil)
        await model.cancel()
    }

    @Test("a button that is released while the system asks has tapped; one who left before the answer records nothing")
    func asking() async throws {
        let model = model()
        recorder.asks = true
        let first = Task { await model.press(in: talk) }
        try await eventually("the system asks") { recorder.isAsking }
        #expect(model.state == .asking)
        await model.release { _ in true }
        recorder.answer()
        await first.value
        #expect(model.state == .recording && !model.isHeld)
        await model.cancel()
        recorder.asks = true
        let second = Task { await model.start(in: talk) }
        try await eventually("the system asks") { recorder.isAsking }
        await model.cancel()
        recorder.answer()
        await second.value
        #expect(model.state == .idle && !recorder.hasFile)
    }

    @Test("deleting takes the file and its empty folder, and never what others have put beside it")
    func deleting() throws {
        let files = FileManager.default
        let path = try VoiceRecording.newPath(in: folder.path, fileExtension: "m4a")
        let own = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let other = own + "/other"
        for file in [path, other] { try Data([1]).write(to: URL(fileURLWithPath: file)) }
        let recording = VoiceRecording(path: path, duration: 0, waveform: [])
        recording.remove()
        #expect(!files.fileExists(atPath: path) && files.fileExists(atPath: other))
        // A folder in the place of the file stays as well.
        try files.createDirectory(atPath: path, withIntermediateDirectories: false)
        recording.remove()
        #expect(files.fileExists(atPath: path))
        for file in [path, other] { try files.removeItem(atPath: file) }
        recording.remove()
        #expect(!files.fileExists(atPath: own) && files.fileExists(atPath: folder.path))
    }

    @Test("the model is let go while it records")
    func noLeak() async throws {
        var model: VoiceRecordingViewModel? = model()
        weak let gone = model
        await model?.start(in: talk)
        try await eventually("it waits") { clock.sleepers(within: VoiceRecordingViewModel.pace) == 1 }
        model = nil
        try await eventually("it is gone") {
            gone == nil && clock.sleepers(within: VoiceRecordingViewModel.pace) == 0
        }
    }

    @Test("a waveform has the loudest level of each of at most 64 equal steps")
    func waveform() {
        #expect(VoiceRecording.waveform(of: []) == [])
        #expect(VoiceRecording.waveform(of: [0, 0]) == [0, 0])
        #expect(VoiceRecording.waveform(of: [0.001, 0.005]) == [3, 16], "noise is not made loud")
        #expect(VoiceRecording.waveform(of: [0.02, 0.01]) == [31, 16])
        let levels = (0..<128).map { $0 % 2 == 0 ? 0 : Double($0) / 127 }
        let values = VoiceRecording.waveform(of: levels)
        #expect(values.count == 64 && values.first == 0 && values.last == 31)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(VoiceRecording.waveform(of: Array(levels.prefix(65))).count == 64)
    }
}
