import Foundation
import NexusCore

/// A finished recording, before it is sent.
public struct VoiceRecording: Equatable, Sendable {
    /// The file, in a folder of its own.
    public var path: String
    /// In milliseconds.
    public var duration: Int64
    /// Loudness in equal steps, 0 to 31 each.
    public var waveform: [UInt8]

    public init(path: String, duration: Int64, waveform: [UInt8]) {
        self.path = path
        self.duration = duration
        self.waveform = waveform
    }

    /// The waveform of measured levels: at most `Limits.waveformValues` equal steps with the loudest level of each, where the loudest
    /// of all is 31, so that a quiet voice is seen too.
    public static func waveform(of levels: [Double]) -> [UInt8] {
        let count = min(Limits.waveformValues, levels.count)
        let peaks = (0..<count).map { index in
            let start = index * levels.count / count
            let end = max(start + 1, (index + 1) * levels.count / count)
            return levels[start..<end].reduce(0, max)
        }
        // Below a hundredth it is noise.
        let loudest = peaks.reduce(0.01, max)
        return peaks.map { UInt8((31 * $0 / loudest).rounded()) }
    }

    /// Deletes the file, and its folder if nothing else is in it.
    func remove() {
        // Not what removes folders with all that is in them: a wrong path must cost no more than a file.
        unlink(path)
        rmdir(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// A path in a new folder, so that every recording has the same name.
    static func newPath(in folder: String, fileExtension: String) throws(VoiceProblem) -> String {
        let own = URL(fileURLWithPath: folder).appendingPathComponent(UUID().uuidString)
        do {
            try FileManager.default.createDirectory(
                at: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .microphoneUnavailable
        }
        return own.appendingPathComponent("voice.\(fileExtension)").path
    }
}
