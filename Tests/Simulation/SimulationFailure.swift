/// A violated rule.
struct SimulationFailure: Error, CustomStringConvertible {
    var rule: String
    var detail: String

    init(_ rule: String, _ detail: String = "") {
        self.rule = rule
        self.detail = detail
    }

    var description: String { detail.isEmpty ? rule : "\(rule): \(detail)" }
}

/// Requires a rule.
func require(_ holds: Bool, _ rule: String, _ detail: @autoclosure () -> String = "") throws {
    if !holds { throw SimulationFailure(rule, detail()) }
}
