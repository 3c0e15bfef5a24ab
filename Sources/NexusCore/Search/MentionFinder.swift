/// Finds the mentions of a text: `@` and a user's full name, not part of a longer word. So mentions survive wherever a
/// text does: in a draft, on another device, in a terminal.
public struct MentionFinder: Sendable {
    private struct Candidate: Sendable {
        var user: UserID
        var name: [Unicode.Scalar]
    }

    /// The longest names first: Anna Maria takes precedence over Anna.
    private var candidates: [Candidate] = []

    /// - Parameters:
    ///   - people: possible users.
    ///   - preferred: distinguishes users with the same name.
    public init(_ people: [(user: UserID, name: String)], preferring preferred: [UserID] = []) {
        for (user, name) in people where !name.isEmpty {
            candidates.append(Candidate(user: user, name: Array(name.unicodeScalars)))
        }
        candidates = candidates.arranged { left, right in
            if left.name.count != right.name.count { return left.name.count > right.name.count }
            let (first, second) = (preferred.contains(left.user), preferred.contains(right.user))
            return first != second ? first : left.user < right.user
        }
    }

    /// In order, at most ``Limits/mentions``.
    public func mentions(in text: String) -> [Mention] {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return [] }
        let scalars = Array(text.unicodeScalars)
        var mentions: [Mention] = []
        var position = 0
        while position < scalars.count, mentions.count < Limits.mentions {
            guard scalars[position] == "@", position == 0 || !isOfWord(scalars[position - 1]),
                let candidate = candidates.first(where: { stands($0.name, in: scalars, at: position + 1) })
            else {
                position += 1
                continue
            }
            let length = candidate.name.count + 1
            mentions.append(Mention(user: candidate.user, start: position, length: length))
            position += length
        }
        return mentions
    }

    private func stands(_ name: [Unicode.Scalar], in scalars: [Unicode.Scalar], at start: Int) -> Bool {
        let end = start + name.count
        guard end <= scalars.count, end == scalars.count || !isOfWord(scalars[end]) else { return false }
        for (offset, scalar) in name.enumerated() where scalars[start + offset] != scalar { return false }
        return true
    }

    /// Whether a word continues here; never in scripts without spaces.
    private func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "_" { return true }
        return SearchFolding.fold(scalar.value).0 != SearchFolding.space && !SearchFolding.isUnsegmented(scalar.value)
    }
}
