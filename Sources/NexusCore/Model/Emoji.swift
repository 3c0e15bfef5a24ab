/// The definition of one emoji: a sequence of Unicode's emoji grammar (UTS #51 §1.4.9) that shows as one character.
/// Which of these a device can draw changes every year and is not checked.
public enum Emoji {
    /// The emoji as it is stored, so that one that can be written in two ways is one; `nil` for anything but a single emoji.
    public static func accepted(_ text: String) -> String? {
        guard text.utf8.count <= Limits.emojiBytes else { return nil }
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.first else { return nil }
        if isRegional(first) { return scalars.count == 2 && isRegional(scalars[1]) ? text : nil }
        if isKeycapBase(first) { return keycap(scalars) }
        var position = 0
        var elements = 0
        while true {
            guard let end = endOfElement(scalars, from: position) else { return nil }
            elements += 1
            if end == scalars.count { break }
            guard scalars[end] == joiner else { return nil }
            position = end + 1
        }
        return elements == 1 ? plain(scalars, otherwise: text) : text
    }

    /// Moves past one emoji: a picture with its tone, variation or tags, several joined ones, or a keycap; `nil` if
    /// none begins here.
    static func endOfSequence(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
        if isKeycapBase(scalars[start]) {
            let end = start + 1 < scalars.count && scalars[start + 1] == variation ? start + 2 : start + 1
            return end < scalars.count && scalars[end] == "\u{20E3}" ? end + 1 : nil
        }
        guard var end = endOfElement(scalars, from: start) else { return nil }
        while true {
            if end < scalars.count, scalars[end] == variation || scalars[end] == "\u{FE0E}",
                scalars[end - 1] != variation
            {
                end += 1
            }
            guard end < scalars.count, scalars[end] == joiner, let next = endOfElement(scalars, from: end + 1) else {
                return end
            }
            end = next
        }
    }

    private static let joiner: Unicode.Scalar = "\u{200D}"
    /// Selects the picture rather than the text form.
    private static let variation: Unicode.Scalar = "\u{FE0F}"

    /// Moves past one emoji with its tone, variation or tags.
    private static func endOfElement(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
        guard start < scalars.count, isPicture(scalars[start]) else { return nil }
        let next = start + 1
        guard next < scalars.count else { return next }
        if scalars[next] == variation || isTone(scalars[next]) { return next + 1 }
        guard scalars[start] == "\u{1F3F4}", isTag(scalars[next]) else { return next }
        var end = next
        while end < scalars.count, isTag(scalars[end]) { end += 1 }
        return end < scalars.count && scalars[end] == "\u{E007F}" ? end + 1 : nil
    }

    /// A single emoji in canonical form: with the variation selector where it would be text without, and without a
    /// redundant one.
    private static func plain(_ scalars: [Unicode.Scalar], otherwise text: String) -> String {
        if scalars.count == 1, EmojiTable.contains(scalars[0], in: EmojiTable.textual) { return text + "\u{FE0F}" }
        if scalars.count == 2, scalars[1] == variation, !EmojiTable.contains(scalars[0], in: EmojiTable.textual) {
            return String(Character(scalars[0]))
        }
        return text
    }

    private static func keycap(_ scalars: [Unicode.Scalar]) -> String? {
        let rest = scalars.dropFirst().first == variation ? scalars.dropFirst(2) : scalars.dropFirst()
        guard rest.count == 1, rest.first == "\u{20E3}" else { return nil }
        return String(Character(scalars[0])) + "\u{FE0F}\u{20E3}"
    }

    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        !isRegional(scalar) && !isTone(scalar)
            && (EmojiTable.contains(scalar, in: EmojiTable.colorful)
                || EmojiTable.contains(scalar, in: EmojiTable.textual))
    }

    private static func isRegional(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }
    private static func isTone(_ scalar: Unicode.Scalar) -> Bool { (0x1F3FB...0x1F3FF).contains(scalar.value) }
    private static func isTag(_ scalar: Unicode.Scalar) -> Bool { (0xE0020...0xE007E).contains(scalar.value) }

    private static func isKeycapBase(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "#" || scalar == "*" || (0x30...0x39).contains(scalar.value)
    }
}
