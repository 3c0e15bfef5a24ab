import Foundation

/// A program for sound or files: the one that an environment variable names, or else the first that is installed.
struct ProgramChoice: Sendable {
    /// Why there is none.
    enum Problem: Error, Equatable {
        /// No known program is on `PATH`; the names of those that were looked for.
        case noneFound([String])
        /// The variable names a program that is not there.
        case notFound(variable: String, program: String)
        /// A quote in the variable is not closed.
        case unclosedQuote(variable: String)
    }

    /// Stands for the file in a command; a command without it gets the file as its last argument.
    static let placeholder = "{}"

    let variable: String
    let known: [[String]]

    /// Plays a sound and ends.
    static let player = ProgramChoice(
        variable: "NEXUS_PLAYER",
        known: [
            ["mpv", "--no-config", "--no-video", "--no-terminal", "--", "{}"],
            ["ffplay", "-nodisp", "-autoexit", "-loglevel", "error", "{}"], ["afplay", "{}"], ["pw-play", "{}"],
            ["paplay", "{}"],
        ])

    /// Records WAV from the microphone until SIGINT.
    static let recorder = ProgramChoice(
        variable: "NEXUS_RECORDER",
        known: [
            ["pw-record", "--rate", "16000", "--channels", "1", "--format", "s16", "{}"],
            ["parecord", "--rate=16000", "--channels=1", "--format=s16le", "--file-format=wav", "{}"],
            ["arecord", "-q", "-f", "S16_LE", "-r", "16000", "-c", "1", "-t", "wav", "{}"],
            ["rec", "-q", "-r", "16000", "-c", "1", "-b", "16", "{}"],
        ])

    /// Opens a file in a program of the desktop.
    static let opener = ProgramChoice(variable: "NEXUS_OPENER", known: [["xdg-open", "{}"], ["open", "{}"]])

    /// The command for a file: the absolute path of the program, and its arguments.
    ///
    /// - Parameter isExecutable: whether a path is a program.
    func command(
        for file: String, _ environment: [String: String],
        isExecutable: (String) -> Bool = { FileManager.default.isExecutableFile(atPath: $0) }
    ) throws(Problem) -> [String] {
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
        func path(of program: String) -> String? {
            if program.contains("/") { return isExecutable(program) ? program : nil }
            return folders.map { "\($0)/\(program)" }.first(where: isExecutable)
        }
        if let wish = environment[variable], !wish.allSatisfy(\.isWhitespace) {
            guard let words = CommandWords.split(wish), let program = words.first else {
                throw .unclosedQuote(variable: variable)
            }
            guard let path = path(of: program) else { throw .notFound(variable: variable, program: program) }
            return [path] + ProgramChoice.arguments(words.dropFirst(), file)
        }
        for words in known {
            if let path = path(of: words[0]) { return [path] + ProgramChoice.arguments(words.dropFirst(), file) }
        }
        throw .noneFound(known.map { $0[0] })
    }

    private static func arguments(_ words: ArraySlice<String>, _ file: String) -> [String] {
        let hasPlace = words.contains { $0.contains(placeholder) }
        return words.map { $0.replacingOccurrences(of: placeholder, with: file) } + (hasPlace ? [] : [file])
    }
}

extension ProgramChoice.Problem {
    /// What is wrong and what to do, for the user.
    ///
    /// - Parameters:
    ///   - purpose: as in "No program that plays sound".
    ///   - variable: that names one.
    func text(_ purpose: String, _ variable: String) -> String {
        switch self {
        case .noneFound(let names):
            "No program that \(purpose) was found (\(names.joined(separator: ", "))). Install one, or name one in \(variable)."
        case .notFound(let variable, let program): "\(variable) names \"\(program)\", which is not installed."
        case .unclosedQuote(let variable): "A quote in \(variable) is not closed."
        }
    }
}
