import NexusClient
import NexusCore

/// What another app shares: text and links, and copies of files.
public struct SharedContent: Equatable, Sendable {
    /// Texts and links, one a line.
    public var text = ""
    public var files: [OutgoingFile] = []

    public init(text: String = "", files: [OutgoingFile] = []) { (self.text, self.files) = (text, files) }

    public var isEmpty: Bool { files.isEmpty && text.allSatisfy(\.isWhitespace) }

    /// The messages that carry it: as many files as a message may have, the text with the first.
    public var messages: [SharedContent] {
        let limit = Limits.attachmentsPerMessage
        guard files.count > limit else { return [self] }
        return stride(from: 0, to: files.count, by: limit).map { start in
            SharedContent(
                text: start == 0 ? text : "", files: Array(files[start..<min(start + limit, files.count)]))
        }
    }
}

/// How an item of another app is read, by the type identifiers that it offers.
enum SharedKind: Equatable {
    case link
    case text
    /// By this type identifier.
    case file(String)

    init?(_ types: [String]) {
        let isFile = types.contains("public.file-url")
        let texts = ["public.plain-text", "public.utf8-plain-text", "public.text"]
        if !isFile, types.contains("public.url") {
            self = .link
        } else if !isFile, types.contains(where: texts.contains) {
            self = .text
        } else if let type = types.first(where: { !["public.file-url", "public.url"].contains($0) }) {
            self = .file(type)
        } else {
            return nil
        }
    }
}
