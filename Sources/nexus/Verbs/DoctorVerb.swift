import ArgumentParser
import Foundation
import Logging
import NexusCore
import NexusDatabase
import NexusIntelligence
import NexusServer

/// `nexus doctor`: what is wrong with the server's configuration and with what it reaches, and what to do.
struct DoctorVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examine everything that the server uses, and say what is wrong and what to do.",
        discussion: """
            For operators. Give it the flags, the environment and the file of settings of "nexus serve": it takes all of them. It starts no server and \
            changes nothing. Exit codes: 0 all is fine, 1 there are warnings, 2 there are errors.
            """)

    static var isAsked: Bool { CommandLine.arguments.dropFirst().first == configuration.commandName }

    @OptionGroup var server: Serve

    @Option(help: "A PEM file of authorities that the public address's certificate may have, besides the system's.")
    var roots: String?

    @Option(help: "Seconds that one part may take.")
    var limit = 20

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard (1...600).contains(limit) else { throw ValidationError("The limit is 1 to 600 seconds.") }
    }

    func run() async throws {
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        var findings: [DoctorFinding] = []
        let configuration = server.configuration { error in
            findings.append(.unusable(DoctorVerb.text(of: error)))
        }
        if findings.isEmpty { findings.append(DoctorFinding("settings", "The settings can be used.")) }
        findings += await Doctor(configuration, data: server.data, roots: roots, limit: .seconds(limit)).run()
        try DoctorVerb.report(findings, asJSON: json)
    }

    /// Prints the findings.
    /// - Throws: the exit code, if one of them is a warning or an error.
    static func report(_ findings: [DoctorFinding], asJSON json: Bool) throws {
        let worst = findings.map(\.state).max() ?? .fine
        if json {
            Output.json(ExaminationJSON(state: worst, findings: findings))
        } else {
            for finding in findings {
                Output.line("\(DoctorVerb.mark(finding.state))  \(finding.part): \(finding.text)")
                if let remedy = finding.remedy { Output.line("         \(remedy)") }
            }
        }
        switch worst {
        case .fine: break
        case .warning: throw ExitCode(1)
        case .error: throw ExitCode(2)
        }
    }

    private static func mark(_ state: DoctorFinding.State) -> String {
        switch state {
        case .fine: "ok     "
        case .warning: "WARNING"
        case .error: "ERROR  "
        }
    }

    /// The sentence of an unusable setting, which names the variable and never its value.
    private static func text(of error: any Error) -> String {
        switch error {
        case let error as ChatSettingsError: error.text
        case let error as ProviderSettingsError: error.text
        case let error as PushSettingsError: error.text
        case let error as MailSettingsError: error.text
        case let error as BackupProblem: error.text
        case let error as BusSettingsError: error.text
        // Never with the address.
        case let error as DatabaseError: "NEXUS_DATABASE: \(error.detail)."
        case let error as S3SettingsError: error.text
        default: "\(type(of: error))"
        }
    }
}

/// What `nexus doctor --json` prints.
private struct ExaminationJSON: JSONEncodable {
    let state: DoctorFinding.State
    let findings: [DoctorFinding]

    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("state", state.rawValue)
        writer.field("findings", findings)
        writer.endObject()
    }
}

extension DoctorFinding {
    /// A setting that the server does not start with.
    static func unusable(_ text: String) -> DoctorFinding {
        DoctorFinding("settings", .error, text, remedy: "Correct the setting: the server does not start with it.")
    }
}
