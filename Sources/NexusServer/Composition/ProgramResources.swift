import Foundation

/// The files that an installed program brings along: `PREFIX/share/nexus` beside `PREFIX/bin/nexus`.
public struct ProgramResources: Sendable {
    /// Of this program; a link to it counts as the program itself.
    public static let own = ProgramResources(executable: Bundle.main.executablePath ?? CommandLine.arguments[0])

    private let folder: String

    /// - Parameter executable: the path of the program.
    public init(executable: String) {
        let program = URL(filePath: executable).resolvingSymlinksInPath()
        folder = program.deletingLastPathComponent().deletingLastPathComponent().path + "/share/nexus"
    }

    /// The folder of the web client; nil if none is installed.
    public var web: String? { folder("web", with: "index.html") }

    /// The folder of models; nil if none is installed.
    public var models: String? { folder("models", with: "") }

    private func folder(_ name: String, with file: String) -> String? {
        let path = "\(folder)/\(name)"
        return FileManager.default.fileExists(atPath: "\(path)/\(file)") ? path : nil
    }
}
