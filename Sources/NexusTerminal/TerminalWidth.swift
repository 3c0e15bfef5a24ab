/// The cells that a grapheme cluster takes on a terminal, as wcwidth(3) counts its scalars (Unicode Standard Annex 11); an emoji
/// sequence is one picture of two cells (Unicode Technical Standard 51). `ClusterWidth` of the whole screen asks the system instead.
package enum TerminalWidth {
    static func of(_ cluster: Character) -> Int {
        let scalars = cluster.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.isASCII, scalars.count == 1 { return 1 }
        if isPicture(cluster) { return 2 }
        let cells = scalars.reduce(0) { $0 + width(of: $1) }
        // A Hangul syllable that is written as letters is drawn as one.
        return (0x1100...0x115F).contains(first.value) ? min(cells, 2) : cells
    }

    /// Whether a cluster is drawn as one picture of two cells: a flag, a keycap, or an emoji with a selector, a skin tone, tags or a joiner.
    package static func isPicture(_ cluster: Character) -> Bool {
        let scalars = cluster.unicodeScalars
        guard let first = scalars.first else { return false }
        // Half a flag too: terminals draw it as a boxed letter of two cells.
        if (0x1F1E6...0x1F1FF).contains(first.value) { return true }
        guard first.properties.isEmoji else { return false }
        return scalars.dropFirst().contains { scalar in
            switch scalar.value {
            case 0x200D, 0x20E3, 0xFE0F, 0xE0020...0xE007F: true
            default: scalar.properties.isEmojiModifier
            }
        }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        // Vowels and final consonants of Hangul join the letter before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
        case 0x00AD: return 1
        // East Asian Wide and Fullwidth. Narrow: the half fill space and the circled numbers on black.
        case 0x303F, 0x3248...0x324F: return 1
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x3029, 0x302E...0x3098, 0x309B...0xA4CF, 0xA960...0xA97C,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            return 2
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return 1
        }
    }
}
