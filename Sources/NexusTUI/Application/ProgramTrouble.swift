import NexusClient

/// Why another program did not do what it should, for the user.
struct ProgramTrouble: Error, Equatable {
    var text: String
    /// Whether there is no such program.
    var isMissing = false

    init(_ text: String) { self.text = text }

    /// A program that ended by itself.
    ///
    /// - Parameter command: its path, and its arguments.
    init(_ command: [String], _ ending: ExternalProgram.Ending) {
        let name = command.first?.split(separator: "/").last.map(String.init) ?? ""
        text = "\(name) ended with code \(ending.code). \(ending.remark)"
    }

    /// - Parameters:
    ///   - purpose: as in "No program that plays sound".
    ///   - variable: that names such a program.
    init(_ error: any Error, _ purpose: String, _ variable: String) {
        switch error {
        case let problem as ProgramChoice.Problem:
            text = problem.text(purpose, variable)
            isMissing = true
        case let problem as ExternalProgram.Problem: text = "The program could not be started: \(problem.reason)."
        case let error as ClientError: text = "\(error.message) \(error.suggestion)"
        default: text = "The folder for temporary files cannot be used."
        }
    }
}
