import NexusClient

/// The parts of the device that the app uses. Previews and tests bring their own.
@MainActor
public struct AppDevices {
    public var recorder: any VoiceRecorder
    public var player: any VoicePlayer

    public init(recorder: any VoiceRecorder, player: any VoicePlayer) {
        self.recorder = recorder
        self.player = player
    }

    /// Those of the system.
    public static var system: AppDevices { AppDevices(recorder: SystemVoiceRecorder(), player: SystemVoicePlayer()) }
}
