/// A rule that did not hold.
struct SimulationFailure: Error, CustomStringConvertible {
    var rule: String
    var detail: String

    init(_ rule: String, _ detail: String = "") {
        self.rule = rule
        self.detail = detail
    }

    var description: String { detail.isEmpty ? rule : "\(rule): \(detail)" }
}

/// Requires that a rule holds.
func require(_ holds: Bool, _ rule: String, _ detail: @autoclosure () -> String = "") throws {
    if !holds { throw SimulationFailure(rule, detail()) }
}
