import SwiftUI

/// Loudness over a recording, as bars of which the played ones stand out.
struct WaveformView: View {
    /// From 0 to 1.
    let levels: [Double]
    /// The part that was played, from 0 to 1.
    var played = 1.0

    var body: some View {
        HStack(spacing: 2) {
            ForEach(Array(levels.enumerated()), id: \.offset) { index, level in
                Capsule()
                    .frame(minWidth: 1, maxWidth: 3, minHeight: 3, maxHeight: 3 + 25 * level)
                    .opacity(Double(index) < played * Double(levels.count) ? 1 : 0.4)
            }
        }
        .frame(height: 28)
        .accessibilityHidden(true)
    }
}

extension [UInt8] {
    /// The levels of a stored waveform, 0 to 31 each; flat without one.
    var waveformLevels: [Double] { isEmpty ? Array<Double>(repeating: 0.2, count: 32) : map { Double($0) / 31 } }
}
