import NexusCore

/// The composer of a chat: what will be sent.
public struct ChatComposer: Equatable, Sendable {
    public internal(set) var text = ""
    /// The message that it replies to.
    public internal(set) var replyingTo: MessageRow?
    /// The message of which it has the text; ``ChatViewModel/send()`` saves it.
    public internal(set) var editing: MessageRow?
    /// Members picked for a mention, to distinguish those with the same name.
    public internal(set) var mentioned: [UserID] = []
    public internal(set) var attachments: [ComposerAttachment] = []
    /// Members to mention, while a name is being typed.
    public internal(set) var suggestions: MentionSuggestions?
    /// Whether a message is being queued.
    public internal(set) var isSending = false
    /// The text that was there before an edit began.
    var textBeforeEdit = ""
    /// The last draft of the store.
    var storedDraft = ""
    /// The position of an "@" that was dealt with: a name was picked, or the suggestions were closed.
    var settledMention: Int?
    var lastAttachment = 0

    public init() {}

    /// Whether there is something to send or save.
    public var canSend: Bool {
        guard !isSending else { return false }
        let mayBeEmpty = editing.map { !$0.attachments.isEmpty } ?? !attachments.isEmpty
        do throws(TextProblem) {
            _ = mayBeEmpty ? try TextRule.caption(text) : try TextRule.message(text)
            return true
        } catch {
            return false
        }
    }

    /// Takes the stored draft, perhaps from another device, unless the user has typed since.
    mutating func take(draft: String) {
        guard draft != storedDraft else { return }
        if editing == nil, text == storedDraft {
            text = draft
        } else if editing != nil, textBeforeEdit == storedDraft {
            textBeforeEdit = draft
        }
        storedDraft = draft
    }

    mutating func beginEdit(of message: MessageRow) {
        replyingTo = nil
        if editing == nil { textBeforeEdit = text }
        editing = message
        text = message.text
        mentioned = message.mentions.map(\.user)
        suggestions = nil
    }

    mutating func endEdit() {
        guard editing != nil else { return }
        editing = nil
        text = textBeforeEdit
        textBeforeEdit = ""
        mentioned = []
        suggestions = nil
    }
}

/// A file in the composer.
public struct ComposerAttachment: Identifiable, Equatable, Sendable {
    public let id: Int
    public let file: OutgoingFile
}
