import NexusClient
import SwiftUI

/// Takes the place of the text during a recording: its time and levels, and ways to discard and to send it.
struct VoiceBar: View {
    @Environment(AppModel.self) private var app
    let model: ChatViewModel

    var body: some View {
        HStack {
            Button("Discard recording", systemImage: "trash", role: .destructive) {
                Task { await recording.cancel() }
            }
            .labelStyle(.iconOnly)
            .disabled(recording.state == .sending)
            status
            Spacer()
            if recording.isHeld {
                Text("Release to send, drag away to discard").font(.caption)
            } else {
                sendButton
            }
        }
        .accessibilityElement(children: .contain)
        .accessibilityLabel("Recording")
    }

    private var recording: VoiceRecordingViewModel { app.recording }

    @ViewBuilder private var status: some View {
        switch recording.state {
        case .idle, .asking: Text("Waiting for the microphone")
        case .recording, .recorded, .sending:
            Image(systemName: recording.state == .recording ? "record.circle" : "waveform")
                .foregroundStyle(.red)
                .accessibilityHidden(true)
            Text(verbatim: DurationText.of(milliseconds: recording.elapsed)).monospacedDigit()
                .accessibilityLabel("Duration")
                .accessibilityValue(DurationText.of(milliseconds: recording.elapsed))
                .accessibilityAddTraits(.updatesFrequently)
            WaveformView(levels: recording.levels)
        }
    }

    private var sendButton: some View {
        Button("Send recording", systemImage: "arrow.up.circle.fill") {
            Task { await recording.send(by: model.send) }
        }
        .labelStyle(.iconOnly)
        .disabled(recording.state != .recording && recording.state != .recorded)
    }
}
