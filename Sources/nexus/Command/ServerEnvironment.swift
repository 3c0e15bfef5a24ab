import Foundation

/// Settings given in the environment.
enum ServerEnvironment {
    static func text(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    static func number(_ name: String) -> Int? { text(name).flatMap(Int.init) }

    /// The server's address as the settings have it.
    static var address: String { text("NEXUS_PUBLIC_URL") ?? "http://127.0.0.1:\(number("NEXUS_PORT") ?? 8480)" }

    static func list(_ name: String) -> [String] { text(name)?.split(separator: ",").map(String.init) ?? [] }
}
