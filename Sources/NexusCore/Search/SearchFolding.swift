/// The folding of letters for search: ignores case, accents and character width, with our own tables, so that the
/// server, a phone and a browser find the same. Unlisted scripts are compared literally.
enum SearchFolding {
    /// A separator of words, after folding.
    static let space: UInt32 = 0x20
    /// The folding of an ignorable scalar (a combining mark, a joiner).
    static let nothing: UInt32 = 0

    /// One scalar, folded: to another, to two (`ß` is `ss`), to ``space`` or to ``nothing``.
    static func fold(_ scalar: UInt32) -> (UInt32, UInt32?) {
        switch scalar {
        case 0x30...0x39, 0x61...0x7A: (scalar, nil)
        case 0x41...0x5A: (scalar + 32, nil)
        case 0...0x7F: (space, nil)
        case 0x80...0x24F: latin(scalar)
        case 0x250...0x2FF: (scalar, nil)
        case 0x300...0x36F: (nothing, nil)
        case 0x370...0x3FF: (greek(scalar), nil)
        case 0x400...0x52F: (cyrillic(scalar), nil)
        case 0x531...0x556: (scalar + 48, nil)
        case 0x1E00...0x1EFF: latinAdditional(scalar)
        case 0xFF01...0xFF5E: fold(scalar - 0xFEE0)
        default: (isIgnored(scalar) ? nothing : isSeparator(scalar) ? space : scalar, nil)
        }
    }

    /// Whether this script is written without spaces, or the scalar is a word by itself, like an emoji: each then
    /// counts as the start and the end of a word.
    static func isUnsegmented(_ scalar: UInt32) -> Bool {
        guard scalar >= 0xE00 else { return false }
        return switch scalar {
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2300...0x23FF, 0x2600...0x27BF,
            0x2B00...0x2BFF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3040...0x318F, 0x31A0...0x31FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1F000...0x1FAFF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// The kana of `scalar` with a combining voiced (U+3099) or half-voiced (U+309A) mark.
    static func voiced(_ scalar: UInt32, by mark: UInt32) -> UInt32? {
        switch scalar {
        case 0x3041...0x3094, 0x30A1...0x30F4: scalar + (mark == 0x3099 ? 1 : 2)
        default: nil
        }
    }

    // MARK: Tables

    /// The letters of U+00C0…U+017F without their accents; a capital names one that becomes two.
    private static let latinBases: StaticString = """
        aaaaaaAceeeeiiiidnooooo ouuuuyTSaaaaaaAceeeeiiiidnooooo ouuuuyTy\
        aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiJJjjkkkllllllllllnnnnnnnnnooooooOOrrrrrrsssssssstttttt\
        uuuuuuuuuuuuwwyyyzzzzzzs
        """

    private static func latin(_ scalar: UInt32) -> (UInt32, UInt32?) {
        if scalar < 0xC0 {
            // ª, µ and º are letters; a soft hyphen is nothing.
            return switch scalar {
            case 0xAA, 0xB5, 0xBA: (scalar, nil)
            case 0xAD: (nothing, nil)
            default: (space, nil)
            }
        }
        if scalar < 0x180 {
            let base = latinBases.utf8Start[Int(scalar - 0xC0)]
            return switch base {
            case UInt8(ascii: "A"): (0x61, 0x65)
            case UInt8(ascii: "J"): (0x69, 0x6A)
            case UInt8(ascii: "O"): (0x6F, 0x65)
            case UInt8(ascii: "S"): (0x73, 0x73)
            case UInt8(ascii: "T"): (0x74, 0x68)
            default: (UInt32(base), nil)
            }
        }
        return switch scalar {
        case 0x1A0, 0x1A1: (0x6F, nil)
        case 0x1AF, 0x1B0: (0x75, nil)
        case 0x218, 0x219: (0x73, nil)
        case 0x21A, 0x21B: (0x74, nil)
        default: (scalar, nil)
        }
    }

    private static func latinAdditional(_ scalar: UInt32) -> (UInt32, UInt32?) {
        switch scalar {
        case 0x1E9E: (0x73, 0x73)
        case 0x1EA0...0x1EB7: (0x61, nil)
        case 0x1EB8...0x1EC7: (0x65, nil)
        case 0x1EC8...0x1ECB: (0x69, nil)
        case 0x1ECC...0x1EE3: (0x6F, nil)
        case 0x1EE4...0x1EF1: (0x75, nil)
        case 0x1EF2...0x1EF9: (0x79, nil)
        default: (scalar | 1, nil)
        }
    }

    private static func greek(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x386, 0x3AC: 0x3B1
        case 0x388, 0x3AD: 0x3B5
        case 0x389, 0x3AE: 0x3B7
        case 0x38A, 0x390, 0x3AA, 0x3AF, 0x3CA: 0x3B9
        case 0x38C, 0x3CC: 0x3BF
        case 0x38E, 0x3AB, 0x3B0, 0x3CB, 0x3CD: 0x3C5
        case 0x38F, 0x3CE: 0x3C9
        case 0x3C2: 0x3C3
        case 0x391...0x3A9: scalar + 32
        case 0x37E, 0x387: space
        default: scalar
        }
    }

    private static func cyrillic(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x401, 0x451: 0x435
        case 0x419, 0x439: 0x438
        case 0x410...0x42F: scalar + 32
        case 0x400...0x40F: scalar + 80
        case 0x482: space
        case 0x483...0x489: nothing
        case 0x4C1...0x4CE: scalar % 2 == 1 ? scalar + 1 : scalar
        case 0x460...0x481, 0x48A...0x4BF, 0x4D0...0x52F: scalar | 1
        default: scalar
        }
    }

    private static func isIgnored(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7, 0x640, 0x64B...0x65F, 0x670, 0x1AB0...0x1AFF,
            0x1DC0...0x1DFF, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x20D0...0x20FF, 0xFE00...0xFE0F,
            0xFE20...0xFE2F, 0xFEFF, 0x1F3FB...0x1F3FF, 0xE0000...0xE01EF:
            true
        default: false
        }
    }

    /// Includes private scalars, which the index uses for markers.
    private static func isSeparator(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x589, 0x5BE, 0x5C0, 0x5C3, 0x60C, 0x61B, 0x61F, 0x66A...0x66D, 0x6D4, 0x964, 0x965, 0x1680,
            0x2000...0x22FF, 0x2400...0x25FF, 0x27C0...0x2AFF, 0x2E00...0x2E7F, 0x3000...0x3004, 0x3008...0x3020,
            0x3030, 0x303D, 0x30A0, 0x30FB, 0xE000...0xF8FF, 0xFE10...0xFE1F, 0xFE30...0xFE6F, 0xFF5F...0xFF65,
            0xFFE0...0xFFFF, 0xF0000...0x10FFFF:
            true
        default: false
        }
    }
}
