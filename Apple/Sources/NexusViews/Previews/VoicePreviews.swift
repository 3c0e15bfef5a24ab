#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct Voice_Previews: PreviewProvider {
        static var previews: some View {
            recording { _ in }
                .previewDisplayName("Recording")
            recording { await $0.stop() }
                .previewDisplayName("Waits to be sent")
            recording(.preview(isPermitted: false)) { _ in }
                .previewDisplayName("Microphone not allowed")
            playing(.preview()) { await $0.seek(PreviewData.voice, to: 20_000) }
                .previewDisplayName("Playing")
            playing(.preview(isBroken: true)) { _ in }
                .previewDisplayName("Cannot be played")
            PreviewApp { _ in
                ForEach([VoiceProblem.microphoneUnavailable, .tooShort], id: \.self) { problem in
                    VoiceProblemNote(problem: problem) {}
                }
            }
            .previewDisplayName("Problems")
        }

        private static func recording(
            _ devices: AppDevices = .preview(), then: @escaping (VoiceRecordingViewModel) async -> Void
        ) -> some View {
            PreviewApp(PreviewServices(talks: [.direct.empty]), devices: devices) { app in
                ChatView(PreviewData.direct, services: app.services)
                    .task {
                        await app.recording.start(in: PreviewData.direct)
                        await then(app.recording)
                    }
            }
        }

        private static func playing(
            _ devices: AppDevices, then: @escaping (VoicePlaybackViewModel) async -> Void
        ) -> some View {
            PreviewApp(devices: devices) { app in
                VoiceMessageView(attachment: PreviewData.voice)
                    .task {
                        await app.playback.toggle(PreviewData.voice)
                        app.playback.nextSpeed()
                        await then(app.playback)
                    }
            }
        }
    }
#endif
