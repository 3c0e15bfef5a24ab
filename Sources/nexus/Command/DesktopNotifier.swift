import Foundation

/// Shows notifications with the platform's own program: `notify-send` on Linux, `osascript` on a Mac, or the one that `NEXUS_NOTIFIER` names,
/// which gets the title and the text as its two arguments.
struct DesktopNotifier: Sendable {
    private let program: URL
    private let arguments: @Sendable (String, String) -> [String]

    /// - Throws: `CommandProblem` if there is no such program.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        if let named = environment["NEXUS_NOTIFIER"], !named.isEmpty {
            guard FileManager.default.isExecutableFile(atPath: named) else {
                throw CommandProblem("NEXUS_NOTIFIER names no program: \(named)")
            }
            program = URL(fileURLWithPath: named)
            arguments = { [$0, $1] }
            return
        }
        if let path = Self.find("notify-send", environment) {
            program = path
            // A text of others never counts as an option.
            arguments = { ["--app-name=Nexus", "--", $0, $1] }
        } else if let path = Self.find("osascript", environment) {
            program = path
            arguments = { title, text in
                [
                    "-e", "on run argv", "-e", "display notification (item 2 of argv) with title (item 1 of argv)",
                    "-e", "end run", "--", title, text,
                ]
            }
        } else {
            throw CommandProblem(
                "There is no program for notifications. Install notify-send (libnotify-bin), or name one with NEXUS_NOTIFIER."
            )
        }
    }

    /// Shows a notification; one that cannot be shown is left out.
    func show(_ title: String, _ text: String) {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments(title, text)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }

    private static func find(_ name: String, _ environment: [String: String]) -> URL? {
        for folder in (environment["PATH"] ?? "").split(separator: ":") {
            let path = "\(folder)/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) { return URL(fileURLWithPath: path) }
        }
        return nil
    }
}
