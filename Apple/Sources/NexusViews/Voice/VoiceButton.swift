import NexusClient
import NexusCore
import SwiftUI

/// Records a voice message: hold to record and release to send, drag away to discard, or tap to start. VoiceOver taps.
struct VoiceButton: View {
    @Environment(AppModel.self) private var app
    @Environment(\.layoutDirection) private var direction
    @GestureState private var isPressed = false
    let model: ChatViewModel

    /// Points towards the leading edge from which a release discards.
    private static let discards = 80.0

    var body: some View {
        Image(systemName: app.recording.isHeld ? "mic.circle.fill" : "mic")
            .imageScale(.large)
            .padding(4)
            .contentShape(.circle)
            .gesture(press)
            .onChange(of: isPressed) { if isPressed { pressed() } else { released() } }
            .sensoryFeedback(.impact, trigger: app.recording.state)
            .accessibilityLabel("Record a voice message")
            .accessibilityHint("Starts the recording. Held down, releasing it sends the message.")
            .accessibilityAddTraits(.isButton)
            .accessibilityAction { app.record(in: model.conversation) }
    }

    private var press: some Gesture {
        DragGesture(minimumDistance: 0)
            .updating($isPressed) { _, isPressed, _ in isPressed = true }
            .onEnded { drag in
                let width = direction == .leftToRight ? -drag.translation.width : drag.translation.width
                let isCancelled = width > VoiceButton.discards
                Task { await app.recording.release(isCancelled: isCancelled, by: model.send) }
            }
    }

    private func pressed() { app.hold(in: model.conversation) }

    /// The end of the gesture has sent the recording by then, unless the system took the gesture away.
    private func released() {
        Task {
            await Task.yield()
            app.recording.losePress()
        }
    }
}

extension ChatViewModel {
    /// Sends a recording; returns whether it is queued.
    func send(_ recording: VoiceRecording) async -> Bool {
        await sendVoice(recording.path, duration: recording.duration, waveform: recording.waveform)
    }
}
