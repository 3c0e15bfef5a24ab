import Foundation
import NexusClient
import NexusCore

/// Records a voice message in another program.
@MainActor
final class VoiceRecorder {
    /// A complete recording.
    struct Recording: Equatable {
        var path: String
        /// Milliseconds.
        var duration: Int64
        var waveform: [UInt8]
    }

    /// Milliseconds that a recorder has for its end after SIGINT, and then after SIGTERM.
    private static let patience: Int64 = 3_000
    /// Milliseconds before the longest duration at which it is stopped, since it records while it ends.
    private static let margin: Int64 = 1_000

    private struct Running {
        var program: ExternalProgram
        var ending: Task<ExternalProgram.Ending, Never>
        var name: String
        var path: String
        var startedAt: Timestamp
        var limit: Task<Void, Never>
    }

    private let scratch: ScratchFolder
    private let environment: [String: String]
    private var running: Running?
    private var count = 0

    init(_ scratch: ScratchFolder, _ environment: [String: String]) {
        self.scratch = scratch
        self.environment = environment
    }

    /// Begins to record.
    ///
    /// - Parameter stopped: called if the recorder ends by itself, and once the longest duration is reached.
    func begin(stopped: @escaping @MainActor (ProgramTrouble?) -> Void) async throws {
        end()
        count += 1
        let path = "\(try scratch.path())/voice-message-\(count).wav"
        let command = try ProgramChoice.recorder.command(for: path, environment)
        let program = try await ExternalProgram.start(command)
        let ending = Task { await program.ending() }
        let limit = Task { [weak self] in
            guard (try? await Task.sleep(for: .milliseconds(Limits.voiceMilliseconds - Self.margin))) != nil else {
                return
            }
            guard self?.running?.path == path else { return }
            program.signal(SIGINT)
            stopped(nil)
        }
        let name = command[0].split(separator: "/").last.map(String.init) ?? ""
        running = Running(
            program: program, ending: ending, name: name, path: path, startedAt: SystemClock().now(), limit: limit)
        Task { [weak self] in
            let ended = await ending.value
            guard let self, let running = self.running, running.path == path, running.limit.isCancelled == false,
                SystemClock().now().milliseconds - running.startedAt.milliseconds
                    < Limits.voiceMilliseconds - Self.margin
            else { return }
            self.end()
            stopped(ProgramTrouble(command, ended))
        }
    }

    /// Ends the recording and returns it.
    func finish() async throws(ProgramTrouble) -> Recording {
        guard let running else { throw ProgramTrouble("Nothing is being recorded.") }
        let elapsed = SystemClock().now().milliseconds - running.startedAt.milliseconds
        running.limit.cancel()
        running.program.signal(SIGINT)
        let impatience = Task {
            for signal in [SIGTERM, SIGKILL] {
                guard (try? await Task.sleep(for: .milliseconds(Self.patience))) != nil else { return }
                running.program.signal(signal)
            }
        }
        let ended = await running.ending.value
        impatience.cancel()
        self.running = nil
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: running.path), options: .alwaysMapped),
            !data.isEmpty
        else { throw ProgramTrouble("\(running.name) recorded nothing (code \(ended.code)). \(ended.remark)") }
        guard let wave = WaveFile(data) else {
            return Recording(
                path: running.path, duration: min(max(1, elapsed), Limits.voiceMilliseconds), waveform: [])
        }
        guard wave.duration > 0 else { throw ProgramTrouble("\(running.name) recorded nothing. \(ended.remark)") }
        return Recording(
            path: running.path, duration: min(wave.duration, Limits.voiceMilliseconds), waveform: wave.waveform)
    }

    /// Discards what is being recorded.
    func end() {
        guard let running else { return }
        self.running = nil
        running.limit.cancel()
        running.program.signal(SIGTERM)
        Task {
            _ = await running.ending.value
            try? FileManager.default.removeItem(atPath: running.path)
        }
    }
}
