import NexusCore
import NexusDatabase

/// Refuses the new passwords of an account that attackers try first (NIST SP 800-63B-4 §3.1.1.2): common ones, and those that are
/// little more than a name which belongs to the account. There are no rules for their composition, and passwords in use are not checked.
struct PasswordRule {
    let name: String
    let email: String
    let team: String

    init(_ user: User, in reader: Reader) throws { try self.init(name: user.name, email: user.email, in: reader) }

    /// The rule for an account of this server.
    init(name: String, email: String, in reader: Reader) throws {
        self.init(name: name, email: email, team: try TeamRepository.info(reader).team)
    }

    init(name: String, email: String, team: String) {
        self.name = name
        self.email = email
        self.team = team
    }

    /// - Parameter password: of an allowed length.
    /// - Throws: `Refusal` (`invalid_password`), which says why.
    func check(_ password: String) throws(Refusal) {
        if CommonPasswords.contains(password) {
            throw .guessable("This is one of the most common passwords, which attackers try first.")
        }
        let folded = AccountRepository.folded(password)
        let letters = PasswordRule.letters(folded)
        let local = email.prefix { $0 != "@" }
        if folded.contains(AccountRepository.folded(email)) || matches(letters, String(local))
            || matches(letters, email)
        {
            throw .guessable("This password is little more than your e-mail address.")
        }
        if matches(letters, name) || name.split(separator: " ").contains(where: { matches(letters, String($0)) }) {
            throw .guessable("This password is little more than your name.")
        }
        if matches(letters, team) { throw .guessable("This password is little more than the team's name.") }
    }

    /// Whether the letters of a password are those of a text, whatever digits and signs stand between them.
    private func matches(_ letters: String, _ text: String) -> Bool {
        !letters.isEmpty && letters == PasswordRule.letters(AccountRepository.folded(text))
    }

    private static func letters(_ text: String) -> String {
        var letters = String.UnicodeScalarView()
        letters.append(contentsOf: text.unicodeScalars.filter(\.properties.isAlphabetic))
        return String(letters)
    }
}

extension Refusal {
    fileprivate static func guessable(_ reason: String) -> Refusal {
        Refusal(
            .invalidPassword, "\(reason) Choose another: a few words that do not belong together are easy to remember.")
    }
}
