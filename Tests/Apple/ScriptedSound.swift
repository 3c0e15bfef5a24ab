import Foundation
import NexusClient
import NexusCore
import Synchronization

@testable import NexusViews

/// A microphone whose recordings are the beginning of an MPEG-4 file.
@MainActor
final class FileRecorder: VoiceRecorder {
    static let recording: [UInt8] =
        [0, 0, 0, 24] + Array("ftypM4A ".utf8) + [0, 0, 0, 0] + Array("M4A isom".utf8) + Array(repeating: 7, count: 64)

    let fileExtension = "m4a"
    var isPermitted = true

    func isAllowed() async -> Bool { isPermitted }

    func begin(at path: String) throws(VoiceProblem) {
        _ = FileManager.default.createFile(atPath: path, contents: Data(FileRecorder.recording))
    }

    var level: Double? { 0.25 }
    func end() async {}
}

/// A loudspeaker that remembers what it was given.
@MainActor
final class SilentPlayer: VoicePlayer {
    private(set) var loaded: [[UInt8]] = []
    var isPlaying = false
    var position: Int64 = 0

    func load(_ recording: [UInt8]) async throws(VoiceProblem) { loaded.append(recording) }
    func play(at speed: Double) throws(VoiceProblem) { isPlaying = true }
    func pause() { isPlaying = false }
}

/// The clock of the system, which a test may move forward.
final class SkippingClock: ClientClock {
    private let skipped = Mutex(Int64(0))

    func now() -> Timestamp { SystemClock().now().advanced(by: skipped.withLock { $0 }) }

    func sleep(milliseconds: Int64) async throws {
        let end = now().advanced(by: milliseconds)
        while now() < end { try await SystemClock().sleep(milliseconds: min(milliseconds, 10)) }
    }

    func advance(by milliseconds: Int64) { skipped.withLock { $0 += milliseconds } }
}
