import AVFAudio
import Foundation
import NexusClient

/// The loudspeaker of the device.
final class SystemVoicePlayer: VoicePlayer {
    private var player: AVAudioPlayer?

    func load(_ recording: [UInt8]) async throws(VoiceProblem) {
        player?.stop()
        player = nil
        do {
            let player = try AVAudioPlayer(data: Data(recording))
            player.enableRate = true
            player.prepareToPlay()
            self.player = player
        } catch {
            throw .notPlayable
        }
    }

    func play(at speed: Double) throws(VoiceProblem) {
        guard let player else { throw .notPlayable }
        do { try SystemAudio.activate(.playback) } catch { throw .notPlayable }
        player.rate = Float(speed)
        guard player.play() else { throw .notPlayable }
    }

    func pause() {
        player?.pause()
        SystemAudio.deactivate()
    }

    var isPlaying: Bool { player?.isPlaying ?? false }

    var position: Int64 {
        get { Int64((player?.currentTime ?? 0) * 1_000) }
        set { player?.currentTime = Double(newValue) / 1_000 }
    }
}
