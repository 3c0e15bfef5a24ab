import Foundation
import NexusCore

@testable import NexusClient

/// A microphone that the test decides. Its files hold as many bytes as it was asked for levels.
@MainActor
final class ScriptedRecorder: VoiceRecorder {
    let fileExtension = "m4a"
    var isPermitted = true
    var failure: VoiceProblem?
    /// What ``level`` gives; nil after an interruption.
    var level: Double? = 0.5
    private(set) var path: String?
    private(set) var endings = 0
    private var asking: CheckedContinuation<Void, Never>?
    var asks = false

    func isAllowed() async -> Bool {
        if asks { await withCheckedContinuation { asking = $0 } }
        return isPermitted
    }

    var isAsking: Bool { asking != nil }

    func answer() {
        asks = false
        asking?.resume()
        asking = nil
    }

    func begin(at path: String) throws(VoiceProblem) {
        if let failure { throw failure }
        self.path = path
        _ = FileManager.default.createFile(atPath: path, contents: Data([1]))
    }

    func end() async { endings += 1 }

    var hasFile: Bool { path.map { FileManager.default.fileExists(atPath: $0) } ?? false }
}

/// A loudspeaker that the test decides.
@MainActor
final class ScriptedPlayer: VoicePlayer {
    private(set) var loaded: [[UInt8]] = []
    private(set) var speeds: [Double] = []
    var isPlaying = false
    var position: Int64 = 0
    var isBroken = false

    func load(_ recording: [UInt8]) async throws(VoiceProblem) {
        if isBroken { throw .notPlayable }
        loaded.append(recording)
        isPlaying = false
        position = 0
    }

    func play(at speed: Double) throws(VoiceProblem) {
        speeds.append(speed)
        isPlaying = true
    }

    func pause() { isPlaying = false }

    func end() {
        isPlaying = false
        position = 0
    }
}

/// Recordings of which each holds its number.
@MainActor
final class ScriptedVoices: VoiceService {
    var failure: ClientError?
    private(set) var downloads = 0
    /// Whether downloads wait for ``release()``.
    var waits = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func voice(_ attachment: NexusCore.Attachment) async throws(ClientError) -> [UInt8] {
        downloads += 1
        if waits { await withCheckedContinuation { waiting.append($0) } }
        if let failure { throw failure }
        return [UInt8(truncatingIfNeeded: attachment.media.low)]
    }

    var isWaiting: Bool { !waiting.isEmpty }

    func release() {
        waits = false
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
