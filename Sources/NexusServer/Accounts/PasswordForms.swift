import NexusCore

/// The forms in which a typed password may have been hashed.
enum PasswordForms {
    /// In Normalization Form C (RFC 8265 §4.2.2), in which passwords are hashed now, since keyboards differ in how they
    /// write a letter with a mark; and as it was typed where that is another form, as they were hashed before. What is longer
    /// than any password is left out: none, then, where nothing can match.
    static func of(_ typed: String) -> [String] {
        // Composing shortens a text at most by that much: a letter and two marks of two bytes each become one of two.
        guard typed.utf8.count <= Limits.passwordBytes * 4 else { return [] }
        let normalized = typed.normalized
        let forms = normalized.utf8.elementsEqual(typed.utf8) ? [typed] : [normalized, typed]
        return forms.filter { $0.utf8.count <= Limits.passwordBytes }
    }
}
