import AVFAudio
import Foundation
import NexusClient

/// The microphone of the device: AAC of one channel, small enough for speech.
final class SystemVoiceRecorder: VoiceRecorder {
    let fileExtension = "m4a"
    private var recorder: AVAudioRecorder?

    func isAllowed() async -> Bool { await AVAudioApplication.requestRecordPermission() }

    func begin(at path: String) throws(VoiceProblem) {
        do {
            try SystemAudio.activate(.recording)
            let recorder = try AVAudioRecorder(url: URL(fileURLWithPath: path), settings: SystemVoiceRecorder.settings)
            recorder.isMeteringEnabled = true
            guard recorder.record() else { throw VoiceProblem.microphoneUnavailable }
            self.recorder = recorder
        } catch {
            SystemAudio.deactivate()
            throw .microphoneUnavailable
        }
    }

    var level: Double? {
        guard let recorder, recorder.isRecording else { return nil }
        recorder.updateMeters()
        return SystemVoiceRecorder.level(ofDecibels: recorder.averagePower(forChannel: 0))
    }

    func end() async {
        recorder?.stop()
        recorder = nil
        SystemAudio.deactivate()
    }

    /// - Parameter decibels: below full scale, from -160 for silence to 0.
    static func level(ofDecibels decibels: Float) -> Double { pow(10, Double(decibels) / 20) }

    private static var settings: [String: Any] {
        [
            AVFormatIDKey: Int(kAudioFormatMPEG4AAC), AVSampleRateKey: 24_000.0, AVNumberOfChannelsKey: 1,
            AVEncoderBitRateKey: 32_000,
        ]
    }
}
