import ArgumentParser
import Foundation
import NexusCore
import NexusServer
import Synchronization

/// `nexus media`: maintenance of a server's files.
struct MediaVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media", abstract: "Maintain the server's files.",
        discussion: "For operators: works on the media folder and the object store.", subcommands: [Copy.self])

    /// `nexus media copy`
    struct Copy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "copy", abstract: "Copy files between a media folder and an object store.",
            discussion: """
                A place is the folder "media" of a data folder, or s3://BUCKET/PREFIX of the object store in the settings. Files that are there \
                already are left out, so an interrupted copy goes on where it was; run it again after the server was stopped. Exits with 1 if a \
                file is damaged. Nothing is removed from the source.
                """)

        @Option(help: "Where the files are: a folder, or s3://BUCKET/PREFIX.")
        var from: String

        @Option(help: "Where they are copied to: a folder, or s3://BUCKET/PREFIX.")
        var to: String

        @Flag(help: "Read everything in the target again, and compare it.")
        var verify = false

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var file: SettingsFileOptions

        func run() async throws {
            umask(0o077)
            let (source, target) = (try place(from, "--from"), try place(to, "--to"))
            guard source != target else { throw CommandProblem("Both places are the same.") }
            if case .folder(let path) = source, !FileManager.default.fileExists(atPath: path + "/blobs") {
                throw CommandProblem("\"\(path)\" is no media folder: it has no folder \"blobs\".")
            }
            do {
                let copy = try MediaCopy(from: source, to: target, verifies: verify, now: BackupVerb.now)
                let announcement = Announcement()
                try await Interruption.ends {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for _ in 0..<8 {
                            group.addTask {
                                try await BackupThread.run(isUrgent: true) { step in
                                    try copy.run {
                                        try step()
                                        announcement.tell(copy.progress)
                                    }
                                }
                            }
                        }
                        while try await group.next() != nil {}
                    }
                }
                try tell(copy.progress)
            } catch is CancellationError {
                throw CommandProblem("Interrupted. Run it again: it goes on where it was.")
            } catch let error as S3SettingsError {
                throw CommandProblem(error.text)
            } catch let problem as S3Problem {
                throw CommandProblem("\(problem.text) Run it again: it goes on where it was.")
            }
        }

        private func place(_ text: String, _ option: String) throws -> MediaPlace {
            guard S3Address.isAddress(text) else { return .folder(text) }
            do {
                return .store(try S3Place(text, try ServerEnvironment.objectStore(), variable: option))
            } catch {
                throw CommandProblem(error.text)
            }
        }

        private func tell(_ progress: MediaCopy.Progress) throws {
            if json {
                Output.json(MediaCopyJSON(progress: progress))
            } else {
                for path in progress.damaged { Output.line("blobs/\(path) is damaged.") }
                Output.line(
                    "Copied \(progress.copied) files, \(progress.copiedBytes.inMegabytes) MB; \(progress.present) were there already"
                        + (verify ? "; \(progress.verified) were compared." : "."))
            }
            if !progress.isComplete { throw CommandExit.refused }
        }
    }
}

/// Says on standard error how far a copy is, sixteen times at most.
private final class Announcement: Sendable {
    private let told = Mutex(0)

    func tell(_ progress: MediaCopy.Progress) {
        let part = progress.totalFolders == 0 ? 0 : progress.folders * 16 / progress.totalFolders
        let isNew = told.withLock { last in
            defer { last = max(last, part) }
            return part > last
        }
        guard isNew else { return }
        Output.warn(
            "\(progress.folders * 100 / progress.totalFolders) %: \(progress.copied) files, "
                + "\(progress.copiedBytes.inMegabytes) MB copied, \(progress.present) there already.")
    }
}

/// What `nexus media copy --json` prints.
private struct MediaCopyJSON: JSONEncodable {
    let progress: MediaCopy.Progress

    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("copied", Int64(progress.copied))
        writer.field("copiedBytes", progress.copiedBytes)
        writer.field("present", Int64(progress.present))
        writer.field("verified", Int64(progress.verified))
        writer.field("damaged", progress.damaged)
        writer.endObject()
    }
}
