/// The microphone of a device. An app implements it over the system's audio; tests script it.
@MainActor
public protocol VoiceRecorder: AnyObject {
    /// The ending of the files that it makes, such as `m4a`.
    var fileExtension: String { get }
    /// Asks the user the first time, and returns whether the app may use the microphone.
    func isAllowed() async -> Bool
    /// Begins a recording in a new file.
    ///
    /// - Throws: ``VoiceProblem/microphoneUnavailable``.
    func begin(at path: String) throws(VoiceProblem)
    /// The loudness at this moment, from 0 for silence to 1; nil once it no longer records, as after a call came in.
    var level: Double? { get }
    /// Ends the recording; its file is complete then.
    func end() async
}

/// Why nothing is recorded or played.
public enum VoiceProblem: Error, Equatable, Sendable, CaseIterable {
    /// The user has not allowed the app to use the microphone.
    case microphoneNotAllowed
    /// The device has no microphone, or another app uses it.
    case microphoneUnavailable
    /// The recording was shorter than ``VoiceRecordingViewModel/shortest``.
    case tooShort
    /// The recording is in a format that this device cannot play, or is damaged.
    case notPlayable
}
