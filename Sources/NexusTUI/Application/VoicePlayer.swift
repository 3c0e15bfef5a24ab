import Foundation
import NexusClient
import NexusCore

/// Plays voice messages in another program, one at a time.
@MainActor
final class VoicePlayer {
    /// Milliseconds between redraws of the position.
    private static let step: Int64 = 200

    private let scratch: ScratchFolder
    private let environment: [String: String]
    private var media: MediaID?
    private var startedAt: Timestamp?
    private var program: ExternalProgram?
    /// Files that were fetched.
    private var files: [MediaID: String] = [:]
    private var task: Task<Void, Never>?

    init(_ scratch: ScratchFolder, _ environment: [String: String]) {
        self.scratch = scratch
        self.environment = environment
    }

    /// What is played now.
    var played: PlayedVoice? {
        guard let media else { return nil }
        return PlayedVoice(
            media: media, position: startedAt.map { SystemClock().now().milliseconds - $0.milliseconds })
    }

    /// Plays a voice message; stops it if it is played already.
    ///
    /// - Parameters:
    ///   - change: called when ``played`` has changed.
    ///   - fail: called with the reason if it cannot be played.
    func toggle(
        _ attachment: Attachment, from client: NexusClient, change: @escaping @MainActor () -> Void,
        fail: @escaping @MainActor (ProgramTrouble) -> Void
    ) {
        let wasPlayed = media == attachment.media
        stop()
        change()
        guard !wasPlayed else { return }
        media = attachment.media
        task = Task { [weak self] in
            do {
                try await self?.play(attachment, from: client, change)
            } catch {
                if !Task.isCancelled {
                    fail(
                        (error as? ProgramTrouble)
                            ?? ProgramTrouble(error, "plays sound", ProgramChoice.player.variable))
                }
            }
            if !Task.isCancelled { self?.stop() }
            change()
        }
    }

    private func play(
        _ attachment: Attachment, from client: NexusClient, _ change: @escaping @MainActor () -> Void
    ) async throws {
        let path = try files[attachment.media] ?? FreePath.path(of: attachment.name, in: try scratch.path())
        // Before it is fetched: without a program there is no need to.
        let command = try ProgramChoice.player.command(for: path, environment)
        if files[attachment.media] == nil {
            try await client.download(attachment, to: path)
            files[attachment.media] = path
        }
        try Task.checkCancellation()
        let program = try await ExternalProgram.start(command)
        guard !Task.isCancelled else { return program.signal(SIGTERM) }
        self.program = program
        startedAt = SystemClock().now()
        change()
        let ticks = Task {
            while (try? await Task.sleep(for: .milliseconds(Self.step))) != nil { change() }
        }
        let ending = await program.ending()
        ticks.cancel()
        guard !Task.isCancelled, ending.code != 0 else { return }
        throw ProgramTrouble(command, ending)
    }

    /// Stops it.
    func stop() {
        task?.cancel()
        program?.signal(SIGTERM)
        (task, program, media, startedAt) = (nil, nil, nil, nil)
    }
}
