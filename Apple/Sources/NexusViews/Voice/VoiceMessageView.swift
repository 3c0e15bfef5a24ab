import NexusClient
import NexusCore
import SwiftUI

/// A voice message in a bubble: play and pause, waveform, position and speed.
struct VoiceMessageView: View {
    @Environment(AppModel.self) private var app
    let attachment: Attachment

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            HStack {
                playButton
                VStack(spacing: 0) {
                    WaveformView(levels: attachment.waveform.waveformLevels, played: model.fraction(of: attachment))
                    positionSlider
                }
                Text(verbatim: DurationText.of(milliseconds: shownTime)).font(.caption).monospacedDigit()
                speedButton
            }
            if let problem = model.problem(of: attachment) { VoiceProblemText(problem: problem).font(.caption) }
        }
        .frame(maxWidth: 320)
        .accessibilityElement(children: .contain)
        .accessibilityLabel("Voice message, \(DurationText.of(milliseconds: attachment.duration))")
    }

    private var model: VoicePlaybackViewModel { app.playback }

    /// Before it plays, how long it is.
    private var shownTime: Int64 {
        let position = model.position(of: attachment)
        return position > 0 ? position : attachment.duration
    }

    @ViewBuilder private var playButton: some View {
        if model.isLoading(attachment) {
            ProgressView("Loading the recording").labelsHidden()
        } else {
            Button {
                Task { await model.toggle(attachment) }
            } label: {
                if model.isPlaying(attachment) {
                    Label("Pause", systemImage: "pause.circle.fill")
                } else {
                    Label("Play", systemImage: "play.circle.fill")
                }
            }
            .labelStyle(.iconOnly)
            .buttonStyle(.plain)
            .imageScale(.large)
        }
    }

    private var positionSlider: some View {
        Slider(value: position, in: 0...max(1, Double(attachment.duration))) { Text("Position") }
            .labelsHidden()
            .controlSize(.mini)
            .accessibilityValue(
                "\(DurationText.of(milliseconds: model.position(of: attachment))) of \(DurationText.of(milliseconds: attachment.duration))"
            )
    }

    private var position: Binding<Double> {
        Binding(
            get: { Double(model.position(of: attachment)) },
            set: { position in Task { await model.seek(attachment, to: Int64(position)) } })
    }

    private var speedButton: some View {
        Button {
            model.nextSpeed()
        } label: {
            Text(verbatim: speed).font(.caption.bold())
        }
        .buttonStyle(.plain)
        .accessibilityLabel("Speed")
        .accessibilityValue(speed)
    }

    private var speed: String { "\(model.speed.formatted())×" }
}
