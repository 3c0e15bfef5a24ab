extension Message {
    /// Its text as it is shown, or a few words about what it carries.
    public func summary(_ name: (UserID) -> String) -> String {
        if text.isEmpty { return attachments.summary }
        let shown = MentioningText(text, mentions).shown(name)
        return FormattedText(shown.text, mentions: shown.mentions).words
    }
}
