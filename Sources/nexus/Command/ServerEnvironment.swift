import Foundation

/// Settings given in the environment.
enum ServerEnvironment {
    static func text(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    static func number(_ name: String) -> Int? { text(name).flatMap(Int.init) }

    static func list(_ name: String) -> [String] { text(name)?.split(separator: ",").map(String.init) ?? [] }
}
