/// Characters forbidden in names and titles, because they are invisible or make a text read as another: control
/// characters, direction marks (UAX #9), and invisible ones (`Default_Ignorable_Code_Point` of UAX #44, with a few
/// more).
///
/// Some of them are allowed where a script or an emoji needs them: joiners between letters that join, selectors after
/// characters with variants, tags in a flag.
enum HiddenCharacters {
    /// The first one in a text; `nil` if there is none.
    ///
    /// - Parameter allowsLines: whether line breaks and tabs are allowed.
    static func first(in text: String, allowsLines: Bool) -> Unicode.Scalar? {
        let scalars = Array(text.unicodeScalars)
        var position = 0
        while position < scalars.count {
            let length = visibleLength(scalars, at: position, after: position > 0 ? scalars[position - 1] : nil)
            if length == 0, !(allowsLines && isLayout(scalars[position])) { return scalars[position] }
            position += max(1, length)
        }
        return nil
    }

    /// A text without them.
    static func removed(from scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var kept: [Unicode.Scalar] = []
        var position = 0
        while position < scalars.count {
            let length = visibleLength(scalars, at: position, after: kept.last)
            kept.append(contentsOf: scalars[position..<position + length])
            position += max(1, length)
        }
        return kept
    }

    /// A readable name of one.
    static func name(of scalar: Unicode.Scalar) -> String {
        let code = String(scalar.value, radix: 16, uppercase: true)
        let number = "U+" + String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
        return switch scalar.value {
        case 0xA, 0xD, 0x2028, 0x2029: "a line break"
        case 0x9: "a tab"
        case 0..<0x20, 0x7F..<0xA0: "a control character (\(number))"
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
            "a character that changes the direction of text (\(number))"
        default: "an invisible character (\(number))"
        }
    }

    /// Whether a scalar is blank: white space, and Braille's pattern without dots.
    static func isBlank(_ scalar: Unicode.Scalar) -> Bool { TextRule.isSpace(scalar) || scalar.value == 0x2800 }

    // MARK: Rules

    /// The number of scalars from `position` on that are allowed as a unit; 0 for a hidden one.
    private static func visibleLength(
        _ scalars: [Unicode.Scalar], at position: Int, after previous: Unicode.Scalar?
    ) -> Int {
        if let end = Emoji.endOfSequence(scalars, from: position) { return end - position }
        let scalar = scalars[position]
        guard isHidden(scalar.value) else { return 1 }
        guard let previous else { return 0 }
        let next = position + 1 < scalars.count ? scalars[position + 1] : nil
        return belongs(scalar.value, after: previous.value, before: next?.value) ? 1 : 0
    }

    private static func isLayout(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isHidden(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F,
            0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFDD0...0xFDEF, 0xFE00...0xFE0F, 0xFEFF,
            0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D159, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            true
        default: scalar & 0xFFFE == 0xFFFE
        }
    }

    /// Whether an otherwise invisible one has an effect on its neighbours.
    private static func belongs(_ scalar: UInt32, after previous: UInt32, before next: UInt32?) -> Bool {
        switch scalar {
        case 0x200C, 0x200D:
            // RFC 5892 §A.1, §A.2: after a virama; and between letters of a script that joins them, without its tables.
            joins(previous) && (isVirama(previous) || next.map(joins) == true)
        case 0x180B...0x180F: (0x1820...0x18AA).contains(previous)
        case 0xFE00...0xFE0D:
            isIdeograph(previous) || (0x1000...0x109F).contains(previous) || (0xA840...0xA877).contains(previous)
        case 0xE0100...0xE01EF: isIdeograph(previous)
        default: false
        }
    }

    /// Letters and marks of scripts whose letters a joiner shapes: Arabic and its kin, those of India and South-East Asia.
    private static func joins(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x620...0x669, 0x66E...0x8FF, 0x900...0xDFF, 0xF00...0x109F, 0x1780...0x17B3, 0x17B6...0x17DD,
            0x1820...0x18AA, 0x1900...0x1CFF, 0xA800...0xA8FF, 0xA980...0xAADF, 0xABC0...0xABFF, 0xFB50...0xFDCF,
            0xFDF0...0xFDFF, 0xFE70...0xFEFC, 0x10A00...0x10FFF, 0x11000...0x11FFF, 0x1E900...0x1E95F:
            true
        default: false
        }
    }

    private static func isVirama(_ scalar: UInt32) -> Bool {
        // The blocks of India's scripts are laid out alike.
        (0x900...0xD7F).contains(scalar) ? scalar & 0x7F == 0x4D : scalar == 0xDCA
    }

    private static func isIdeograph(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
