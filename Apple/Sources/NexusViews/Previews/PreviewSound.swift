#if DEBUG
    import NexusClient
    import NexusCore

    /// A microphone that hears a steady tone.
    final class PreviewRecorder: VoiceRecorder {
        let fileExtension = "m4a"
        private let isPermitted: Bool

        init(isPermitted: Bool = true) { self.isPermitted = isPermitted }

        func isAllowed() async -> Bool { isPermitted }
        func begin(at path: String) throws(VoiceProblem) {}
        var level: Double? { 0.5 }
        func end() async {}
    }

    /// A loudspeaker that stays where it is put.
    final class PreviewPlayer: VoicePlayer {
        private let isBroken: Bool
        var isPlaying = false
        var position: Int64 = 0

        init(isBroken: Bool = false) { self.isBroken = isBroken }

        func load(_ recording: [UInt8]) async throws(VoiceProblem) {
            if isBroken { throw .notPlayable }
        }
        func play(at speed: Double) throws(VoiceProblem) { isPlaying = true }
        func pause() { isPlaying = false }
    }

    extension AppDevices {
        static func preview(isPermitted: Bool = true, isBroken: Bool = false) -> AppDevices {
            AppDevices(recorder: PreviewRecorder(isPermitted: isPermitted), player: PreviewPlayer(isBroken: isBroken))
        }
    }

    /// A clock that stands still: what counts seconds shows none.
    struct PreviewClock: ClientClock {
        func now() -> Timestamp { PreviewData.time(120) }
        func sleep(milliseconds: Int64) async throws { try await Task.sleep(for: .seconds(3_600)) }
    }
#endif
