import Foundation
import NexusCore

/// The pages of a copy, which a browser shows without Nexus: no script, no resource from elsewhere, and every text escaped.
enum ExportPages {
    static func begin(_ title: String, home: String? = nil) -> String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="referrer" content="no-referrer"><title>\(escaped(title))</title>
        <style>body{font:16px/1.5 system-ui,sans-serif;max-width:50em;margin:2em auto;padding:0 1em;color:#1b1e24}
        article{margin:0 0 1em;white-space:pre-wrap;overflow-wrap:anywhere}
        .by{color:#5b6270;font-size:13px;white-space:normal}</style></head>
        <body>\(home.map { "<p><a href=\"\(escaped($0))\">All conversations</a></p>" } ?? "")<h1>\(escaped(title))</h1>

        """
    }

    static let end = "</body></html>\n"

    /// - Parameter name: the name of a user.
    static func article(_ message: Message, file: (Attachment) -> String?, _ name: (UserID) -> String) -> String {
        let time = ExportPages.time(message.writtenAt)
        if let event = message.event {
            return "<p class=\"by\">\(escaped(event.sentence(in: name, by: message.sender))) · \(time)</p>\n"
        }
        var by = "\(escaped(name(message.sender))) · \(time)"
        if message.editedAt != nil { by += " · edited" }
        if let forward = message.forward { by += " · forwarded from \(escaped(forward.name))" }
        var text = message.isDeleted ? "<i>deleted</i>" : escaped(message.text)
        for attachment in message.attachments {
            let label = escaped(attachment.name)
            text += "\n" + (file(attachment).map { "<a href=\"../\(escaped($0))\">\(label)</a>" } ?? label)
        }
        return "<article><div class=\"by\">\(by)</div>\(text)</article>\n"
    }

    static func link(_ title: String, to path: String, note: String) -> String {
        "<p><a href=\"\(escaped(path))\">\(escaped(title))</a> <span class=\"by\">\(escaped(note))</span></p>\n"
    }

    static func time(_ time: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000).formatted(.iso8601)
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}

extension GroupEvent {
    /// A short sentence for a copy.
    fileprivate func sentence(in name: (UserID) -> String, by actor: UserID) -> String {
        let whom = users.map(name).joined(separator: ", ")
        return [name(actor), kind.rawValue, whom, text].filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
