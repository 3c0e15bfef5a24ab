import ArgumentParser
import Foundation
import NexusServer

/// The settings of the server or the relay: the environment, and below it the file of settings.
enum ServerEnvironment {
    /// Verbs of the server's machine, which read the file. Others have the environment alone.
    private static let verbs: Set = [
        "serve", "config", "doctor", "backup", "restore", "setup-link", "import", "database", "media", relay,
    ]
    private static let relay = "relay"

    /// Whether this is one of them: `nexus admin reset` is with a data folder alone.
    private static let isOperators = {
        let verb = CommandLine.arguments.dropFirst().first ?? ""
        return verbs.contains(verb)
            || verb == "admin" && arguments.first == "reset" && CommandFlags.value(of: "--data", in: arguments) != nil
    }()

    private static let isRelay = {
        let verb = CommandLine.arguments.dropFirst().first
        return verb == relay || verb == "config" && arguments.contains("--\(relay)")
    }()
    /// A relay has settings of its own.
    private static let table = isRelay ? Setting.relayTable : Setting.table

    /// Those after the verb.
    private static let arguments = Array(CommandLine.arguments.dropFirst(2))

    /// As the program was started; nil for verbs that read no file, and for help.
    private static let started: Result<EffectiveSettings, SettingsError>? = {
        let arguments = CommandLine.arguments.dropFirst()
        guard isOperators, !arguments.contains("--help"), !arguments.contains("-h")
        else { return nil }
        do throws(SettingsError) {
            // The parser of the command line tells of wrong flags, with their usage.
            return .success(try load(flags: []))
        } catch {
            return .failure(error)
        }
    }()

    /// The environment with what the file adds.
    static let all: [String: String] = (try? started?.get().environment) ?? ProcessInfo.processInfo.environment

    /// Called once, before the arguments are parsed.
    /// - Throws: `CommandProblem` for settings that cannot be used.
    static func check() throws {
        guard case .failure(let error)? = started else {
            // Read by OpenBLAS itself, from the environment alone.
            if let kernels = text("NEXUS_BLAS_CORETYPE") { setenv("NEXUS_BLAS_CORETYPE", kernels, 1) }
            return
        }
        throw CommandProblem(error.text)
    }

    /// - Throws: `ValidationError` for flags whose values their settings do not allow.
    static func checkFlags() throws {
        do throws(SettingsError) {
            _ = try EffectiveSettings(file: nil, environment: [:], arguments: arguments, of: table)
        } catch {
            throw ValidationError(error.text)
        }
    }

    /// Reads file, environment and command line again.
    /// - Parameter flags: the arguments that are searched for settings.
    /// - Throws: `SettingsError`.
    static func load(flags: [String] = arguments) throws(SettingsError) -> EffectiveSettings {
        let environment = ProcessInfo.processInfo.environment
        func given(_ flag: String, _ variable: String) -> String? {
            CommandFlags.value(of: flag, in: arguments) ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        }
        var file: SettingsFile?
        if let path = given("--config", "NEXUS_CONFIG") {
            file = try SettingsFile(path: path, of: table)
        } else {
            let path = (given("--data", "NEXUS_DATA") ?? (isRelay ? "relay" : "data")) + "/nexus.yaml"
            if FileManager.default.fileExists(atPath: path) { file = try SettingsFile(inDataFolder: path, of: table) }
        }
        return try EffectiveSettings(file: file, environment: environment, arguments: flags, of: table)
    }

    /// The object store of the settings; nil without one.
    /// - Throws: `S3SettingsError`.
    static func objectStore() throws(S3SettingsError) -> S3Settings? { try S3Settings(environment: all) }

    /// The object store of finished files; nil if they are in the data folder.
    /// - Throws: `S3SettingsError`.
    static func mediaStore() throws(S3SettingsError) -> S3Place? {
        let settings = try objectStore()
        guard let address = text("NEXUS_MEDIA_STORE") else { return nil }
        return try S3Place(address, settings, variable: "NEXUS_MEDIA_STORE")
    }

    static func text(_ name: String) -> String? { all[name].flatMap { $0.isEmpty ? nil : $0 } }

    static func number(_ name: String) -> Int? { text(name).flatMap(Int.init) }

    /// The server's address as the settings have it.
    static var address: String {
        let scheme = text("NEXUS_TLS_CERTIFICATE") == nil ? "http" : "https"
        return text("NEXUS_PUBLIC_URL") ?? "\(scheme)://127.0.0.1:\(number("NEXUS_PORT") ?? 8480)"
    }

    static func list(_ name: String) -> [String] { text(name)?.split(separator: ",").map(String.init) ?? [] }
}
