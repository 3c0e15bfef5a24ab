import AVFAudio

/// What the app does with the sound of the device. A Mac needs no word of it.
enum SystemAudio {
    case recording, playback

    static func activate(_ use: SystemAudio) throws {
        #if !os(macOS)
            let session = AVAudioSession.sharedInstance()
            switch use {
            case .recording: try session.setCategory(.playAndRecord, mode: .default, options: .defaultToSpeaker)
            case .playback: try session.setCategory(.playback, mode: .spokenAudio)
            }
            try session.setActive(true)
        #endif
    }

    /// Music that was interrupted plays on.
    static func deactivate() {
        #if !os(macOS)
            try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
        #endif
    }
}
