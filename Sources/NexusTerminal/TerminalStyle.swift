import Foundation

/// Whether colours are used: on a terminal without `NO_COLOR` (https://no-color.org).
public enum TerminalStyle: Sendable {
    case plain, coloured

    /// The style for standard output.
    public static var standardOutput: TerminalStyle {
        let wantsNone = ProcessInfo.processInfo.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return isatty(STDOUT_FILENO) == 1 && !wantsNone ? .coloured : .plain
    }

    public func strong(_ text: String) -> String { wrap(text, "1") }
    public func faint(_ text: String) -> String { wrap(text, "2") }
    public func slanted(_ text: String) -> String { wrap(text, "3") }
    public func struck(_ text: String) -> String { wrap(text, "9") }
    public func code(_ text: String) -> String { wrap(text, "36") }
    public func alarming(_ text: String) -> String { wrap(text, "31") }

    private func wrap(_ text: String, _ code: String) -> String {
        self == .coloured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
