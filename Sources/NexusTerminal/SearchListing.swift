import NexusCore

/// A search result as lines: conversation and sender, then the snippet with its matches marked.
public struct SearchListing {
    private let now: Timestamp
    private let style: TerminalStyle

    public init(now: Timestamp, style: TerminalStyle) {
        self.now = now
        self.style = style
    }

    public func lines(for result: SearchResult, in title: String) -> [String] {
        let place = "\(TerminalText.line(title)) #\(result.seq) \(TerminalTime.short(result.writtenAt, now: now))"
        return [
            style.faint(place) + " " + style.strong(TerminalText.line(result.senderName)) + ":",
            "    " + marked(result.snippet),
        ]
    }

    /// Without colours there are no marks: brackets could be part of the message.
    private func marked(_ snippet: SearchSnippet) -> String {
        let units = Array(snippet.text.utf16)
        var text = ""
        var end = 0
        for mark in snippet.marks where mark.lowerBound >= end && mark.upperBound <= units.count {
            text += TerminalText.line(String(decoding: units[end..<mark.lowerBound], as: UTF16.self))
            text += style.strong(TerminalText.line(String(decoding: units[mark], as: UTF16.self)))
            end = mark.upperBound
        }
        return text + TerminalText.line(String(decoding: units[end...], as: UTF16.self))
    }
}

/// A search result in the command line's JSON.
public struct SearchResultJSON: JSONEncodable {
    private let result: SearchResult

    public init(_ result: SearchResult) { self.result = result }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", result.message)
        writer.field("conversation", result.conversation)
        writer.field("seq", result.seq)
        writer.field("sender", PersonJSON(id: result.sender, name: result.senderName))
        writer.field("writtenAt", TerminalTime.iso(result.writtenAt))
        writer.field("snippet", result.snippet)
        writer.endObject()
    }
}
