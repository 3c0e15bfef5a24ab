import Foundation

/// Paths as people write and paste them.
enum PathText {
    /// Files of one paste that are offered, at most.
    static let pasteLimit = 50

    /// The path of the file: `~` is the home folder, and a `file:` URL is its path.
    static func expanded(_ text: String, home: String = NSHomeDirectory()) -> String {
        if text == "~" { return home }
        if text.hasPrefix("~/") { return home + text.dropFirst(1) }
        if text.hasPrefix("file://"), let url = URL(string: text), url.isFileURL,
            (url.host() ?? "").isEmpty || url.host() == "localhost"
        {
            return url.path(percentEncoded: false)
        }
        return text
    }

    /// What the paths of a paste may be, the likeliest first: what a terminal writes when files are dropped on it, or lines of a file manager.
    /// Empty for any other text. Whether the files exist is not known here.
    static func pasted(_ text: String) -> [[String]] {
        guard text.utf8.count <= 65_536 else { return [] }
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimming(\.isWhitespace) }.filter { !$0.isEmpty }
        // A line is one path, perhaps with spaces, or words.
        let words = lines.compactMap { CommandWords.split($0) }
        let readings = [lines, words.count == lines.count ? words.flatMap { $0 } : []]
        return readings.filter { !$0.isEmpty && $0.count <= pasteLimit && $0.allSatisfy(isPath) }
    }

    private static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && !text.hasPrefix("//") || text.hasPrefix("~/") || text.hasPrefix("./")
            || text.hasPrefix("../") || text.hasPrefix("file://")
    }

    /// The folder of a path that is being typed, as it is written, and the beginning of a name in it.
    static func parts(of text: String) -> (folder: String, name: String) {
        guard let slash = text.lastIndex(of: "/") else { return text == "~" ? ("~/", "") : ("", text) }
        return (String(text[...slash]), String(text[text.index(after: slash)...]))
    }
}

extension StringProtocol {
    /// The text without characters at its ends for which a property holds.
    fileprivate func trimming(_ isCut: (Character) -> Bool) -> String {
        let head = drop(while: isCut)
        return String(head.reversed().drop(while: isCut).reversed())
    }
}
