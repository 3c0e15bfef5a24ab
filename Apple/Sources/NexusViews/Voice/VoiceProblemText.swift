import Foundation
import NexusClient
import SwiftUI

#if !os(macOS)
    import UIKit
#endif

/// Why nothing is recorded or played.
struct VoiceProblemText: View {
    let problem: VoiceProblem

    var body: some View {
        switch problem {
        case .microphoneNotAllowed: Text("Nexus may not use the microphone. Allow it in the settings of the device.")
        case .microphoneUnavailable: Text("The microphone cannot be used now. Another app may be using it.")
        case .tooShort: Text("That was too short. Hold the button while you speak, or tap it to start and to send.")
        case .notPlayable: Text("This device cannot play this recording.")
        }
    }
}

/// The same above the composer, with a way to the settings of the device.
struct VoiceProblemNote: View {
    @Environment(\.openURL) private var openURL
    let problem: VoiceProblem
    let dismiss: () -> Void

    var body: some View {
        HStack {
            VoiceProblemText(problem: problem).font(.footnote).foregroundStyle(.red)
            Spacer()
            if problem == .microphoneNotAllowed, let settings = VoiceProblemNote.settings {
                Button("Open settings") { openURL(settings) }.buttonStyle(.bordered)
            }
            Button("Dismiss", systemImage: "xmark") { dismiss() }.labelStyle(.iconOnly)
        }
    }

    /// Where the user allows the microphone.
    private static var settings: URL? {
        #if os(macOS)
            URL(string: "x-apple.systempreferences:com.apple.preference.security?Privacy_Microphone")
        #else
            URL(string: UIApplication.openSettingsURLString)
        #endif
    }
}
