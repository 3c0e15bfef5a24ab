import NexusCore

/// The forms in which a typed password may have been hashed.
enum PasswordForms {
    /// The forms of a password to check: Normalization Form C (RFC 8265 §4.2.2), in which passwords are hashed, since
    /// keyboards differ in how they compose letters; and as typed if that differs, as in older hashes. Too long ones
    /// are left out; the list is then empty and nothing matches.
    static func of(_ typed: String) -> [String] {
        // Composing shortens a text at most by that much: a letter and two marks of two bytes each become one of two.
        guard typed.utf8.count <= Limits.passwordBytes * 4 else { return [] }
        let normalized = typed.normalized
        let forms = normalized.utf8.elementsEqual(typed.utf8) ? [typed] : [normalized, typed]
        return forms.filter { $0.utf8.count <= Limits.passwordBytes }
    }
}
