import NexusTerminal
import TerminalShim

/// The cells that a grapheme cluster takes on a terminal: wcwidth(3) for each scalar, and the rules of emoji sequences
/// (Unicode Technical Standard 51) for those that are drawn as one picture.
enum ClusterWidth {
    /// The width of a cluster, and whether all terminals agree about it. Where they may not, the encoder moves the cursor
    /// explicitly after the cluster.
    struct Measure: Equatable {
        var cells: Int
        var isCertain: Bool
    }

    /// Scalars of one cluster that reach the terminal, at most. The longest emoji sequences have about a dozen.
    static let scalarLimit = 16
    /// Cells of one cluster, at most. Clusters of Indic scripts can be wider than two.
    static let cellLimit = 6

    /// Measures a cluster without control characters.
    static func measure(_ cluster: Character) -> Measure {
        let scalars = cluster.unicodeScalars
        guard let first = scalars.first else { return Measure(cells: 0, isCertain: true) }
        if first.value >= 0x20, first.value < 0x7F, scalars.dropFirst().isEmpty {
            return Measure(cells: 1, isCertain: true)
        }
        if TerminalWidth.isPicture(cluster) { return Measure(cells: 2, isCertain: false) }
        if scalars.dropFirst().isEmpty {
            let width = max(0, width(of: first))
            return Measure(cells: width, isCertain: !first.properties.isEmoji || width == 2)
        }
        var cells = 0
        var isCertain = true
        for scalar in scalars {
            let width = width(of: scalar)
            if cells > 0, width != 0 { isCertain = false }
            if scalar.value == 0xFE0E || scalar.value == 0x200D { isCertain = false }
            cells += max(0, width)
        }
        // The vowels of a Hangul syllable that is written as letters take no cells of their own, on any terminal that draws it.
        if (0x1100...0x115F).contains(first.value) { cells = min(cells, 2) }
        return Measure(cells: min(cells, cellLimit), isCertain: isCertain)
    }

    /// The width of a scalar; -1 if it has no glyph.
    static func width(of scalar: Unicode.Scalar) -> Int {
        scalar.value >= 0x20 && scalar.value < 0x7F ? 1 : Int(nexus_scalar_width(scalar.value))
    }
}
