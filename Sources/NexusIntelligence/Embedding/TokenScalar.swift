/// The classes of characters in BERT's `BasicTokenizer`.
///
/// The public libraries froze these classes at Unicode 8; the model was trained with them, so later characters are
/// ordinary letters to it.
enum TokenScalar {
    /// Left out of the text altogether.
    static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0, 0xFFFD: return true
        case 0x09, 0x0A, 0x0D: return false
        case 0x20..<0x7F: return false
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .privateUse: return true
        case .format: return isOfUnicode8(properties)
        default: return false
        }
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80
            ? scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
    }

    /// A piece by itself, because Chinese is written without spaces.
    static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x2A6DF, 0x2A700...0x2B81F,
            0x2B920...0x2CEAF, 0x2F800...0x2FA1F:
            true
        default: false
        }
    }

    /// A combining accent after canonical decomposition.
    static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        // Both changed their class after Unicode 8.
        if scalar.value == 0x1734 { return true }
        if scalar.value == 0x111C9 { return false }
        let properties = scalar.properties
        return properties.generalCategory == .nonspacingMark && isOfUnicode8(properties)
    }

    static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 33...47, 58...64, 91...96, 123...126: return true
        case 0..<0x80: return false
        // Both changed their class after Unicode 8.
        case 0x166D, 0x111C9: return true
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            return isOfUnicode8(properties)
        default: return false
        }
    }

    private static func isOfUnicode8(_ properties: Unicode.Scalar.Properties) -> Bool {
        guard let age = properties.age else { return false }
        return age.major <= 8
    }
}
