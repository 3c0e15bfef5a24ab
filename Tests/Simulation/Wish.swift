import Foundation

/// The environment's settings of the simulation.
enum Wish {
    private static func value(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["NEXUS_SIMULATION_" + name]
    }

    private static func number(_ name: String) -> UInt64? { value(name).flatMap(UInt64.init) }

    /// The runs, in parts that go on beside each other: `SEED` alone, or `SEEDS` many from `FROM` on.
    static let seeds: [ClosedRange<UInt64>] = {
        if let seed = number("SEED") { return [seed...seed] }
        let first = number("FROM") ?? 1
        let count = max(1, number("SEEDS") ?? 1_000)
        let part = max(1, count / 10)
        return stride(from: first, to: first + count, by: Int(part)).map { $0...(min($0 + part, first + count) - 1) }
    }()
    static let fault = value("FAULT").flatMap(PlantedFault.init)
    static let log = value("LOG") != nil
}

/// Logs events to standard error.
enum EventLog {
    static func tell(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

    /// Logs every step of a run, if requested.
    static var teller: ((String) -> Void)? { Wish.log ? { tell($0) } : nil }
}
