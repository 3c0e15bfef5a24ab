import CCurses
import Foundation

/// What a terminal can do, from its description in terminfo and from the environment.
struct TerminalCapabilities: Equatable, Sendable {
    /// How the terminal shows pictures.
    enum Pictures: Equatable, Sendable {
        case none
        /// By kitty's graphics protocol, once it has answered that it knows it.
        case perhapsKitty
        case kitty
        /// By the inline images of iTerm2.
        case inline
    }

    enum Problem: Error, Equatable {
        /// There is no description of the terminal of that name.
        case unknown(String)
        /// The terminal cannot move its cursor.
        case tooPlain(String)
    }

    var colours: ColourDepth
    var pictures: Pictures
    /// Switches to the alternate screen, and back; empty without one.
    var enterScreen: String
    var leaveScreen: String
    /// Whether the keyboard protocol of kitty may be asked for: not where a question would be shown as text.
    var mayReportKeys: Bool

    init(
        colours: ColourDepth, pictures: Pictures = .none, enterScreen: String = "\u{1B}[?1049h",
        leaveScreen: String = "\u{1B}[?1049l", mayReportKeys: Bool = false
    ) {
        self.colours = colours
        self.pictures = pictures
        self.enterScreen = enterScreen
        self.leaveScreen = leaveScreen
        self.mayReportKeys = mayReportKeys
    }

    /// Reads the description of the terminal that `TERM` names. ncurses keeps it in a variable of the process: called once,
    /// on the main actor.
    @MainActor
    static func read(_ environment: [String: String]) throws(Problem) -> TerminalCapabilities {
        let name = environment["TERM"] ?? ""
        var status: CInt = 0
        guard !name.isEmpty, setupterm(name, 1, &status) == OK else { throw .unknown(name) }
        // The screen is drawn with the sequences of ECMA-48, which all terminals in use have: others are refused.
        guard let move = string("cup"), move.hasPrefix("\u{1B}[") else { throw .tooPlain(name) }
        return TerminalCapabilities(
            colours: colours(environment, described: Int(tigetnum("colors")), direct: flag("Tc") || flag("RGB")),
            pictures: pictures(environment), enterScreen: string("smcup") ?? "", leaveScreen: string("rmcup") ?? "",
            mayReportKeys: name != "linux")
    }

    /// The colours to use.
    ///
    /// - Parameters:
    ///   - described: the number in terminfo; negative without colours.
    ///   - direct: whether terminfo says that it shows all colours.
    static func colours(_ environment: [String: String], described: Int, direct: Bool) -> ColourDepth {
        if let wish = environment["NO_COLOR"], !wish.isEmpty { return .none }
        if direct || ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return .trueColour }
        return described >= 256 ? .palette : described >= 8 ? .sixteen : .none
    }

    /// How it shows pictures. Inside tmux and screen they would not stay in their place.
    static func pictures(_ environment: [String: String]) -> Pictures {
        let name = environment["TERM"] ?? ""
        if name.hasPrefix("tmux") || name.hasPrefix("screen") || environment["TMUX"] != nil { return .none }
        let program = environment["TERM_PROGRAM"] ?? ""
        if program == "iTerm.app" || environment["LC_TERMINAL"] == "iTerm2" { return .inline }
        if name.contains("kitty") || name.contains("ghostty") || environment["KITTY_WINDOW_ID"] != nil
            || ["WezTerm", "ghostty"].contains(program) || environment["KONSOLE_VERSION"] != nil
        {
            return .perhapsKitty
        }
        return .none
    }

    @MainActor
    private static func string(_ capability: String) -> String? {
        // Both "not there" (0) and "no string" (-1) are no addresses.
        guard let found = tigetstr(capability), Int(bitPattern: found) != -1 else { return nil }
        // Delays (`$<5>`) are for terminals of glass.
        return String(cString: found).replacing(#/\$<[^>]*>/#, with: "")
    }

    @MainActor
    private static func flag(_ capability: String) -> Bool { tigetflag(capability) > 0 }
}
