/// The control sequences that take the whole screen and give it back.
struct TerminalModes: Equatable, Sendable {
    /// Written at the start, after a stop and after a resize.
    let enter: String
    /// Written at the end, also by the handler of fatal signals: it works in any state.
    let leave: String
    /// The same for a terminal that reports all keys. Others might show a part of it as text.
    let leaveReportedKeys: String
    /// Questions; a terminal that does not know them answers nothing.
    let questions: String

    init(_ capabilities: TerminalCapabilities) {
        // The alternate screen, no wrapping at the edge, pastes in brackets, reports of focus, clicks and wheel.
        enter = capabilities.enterScreen + "\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?25l"
        leave =
            "\u{1B}[?2026l\u{1B}[0m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?1004l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h"
            + capabilities.leaveScreen
        leaveReportedKeys = "\u{1B}[=0u" + leave
        questions =
            "\u{1B}]11;?\u{1B}\\" + (capabilities.mayReportKeys ? "\u{1B}[?u" : "")
            + (capabilities.pictures == .perhapsKitty ? "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" : "")
    }

    /// Reports Shift+Enter and the like (https://sw.kovidgoyal.net/kitty/keyboard-protocol/).
    static let allKeys = "\u{1B}[=1u"
}
