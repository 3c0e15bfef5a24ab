extension Message {
    /// Its plain text, or a short description of its attachments.
    public func summary(_ name: (UserID) -> String) -> String {
        if text.isEmpty { return attachments.summary }
        let shown = MentioningText(text, mentions).shown(name)
        return FormattedText(shown.text, mentions: shown.mentions).words
    }
}
