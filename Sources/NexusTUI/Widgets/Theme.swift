import NexusCore

/// The colours of the parts of the screen. On a terminal of true colour whose background is known they are chosen for it;
/// otherwise they are the sixteen of the user's palette.
struct Theme: Equatable, Sendable {
    struct Background: Equatable, Sendable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8

        var isDark: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) < 128_000 }
    }

    private let depth: ColourDepth
    private let background: Background?

    init(_ depth: ColourDepth, background: Background? = nil) {
        self.depth = depth
        self.background = depth >= .palette ? background : nil
    }

    private func colour(_ named: UInt8, dark: (UInt8, UInt8, UInt8), light: (UInt8, UInt8, UInt8)) -> Colour {
        guard let background else { return .named(named) }
        let rgb = background.isDark ? dark : light
        return .rgb(rgb.0, rgb.1, rgb.2)
    }

    var accent: CellStyle { CellStyle(foreground: colour(4, dark: (122, 162, 247), light: (36, 92, 196))) }
    var good: CellStyle { CellStyle(foreground: colour(2, dark: (135, 190, 120), light: (40, 120, 50))) }
    var warning: CellStyle { CellStyle(foreground: colour(3, dark: (224, 175, 104), light: (150, 95, 10))) }
    var danger: CellStyle { CellStyle(foreground: colour(1, dark: (240, 118, 118), light: (180, 35, 35))) }
    var code: CellStyle { CellStyle(foreground: colour(6, dark: (125, 200, 205), light: (15, 110, 120))) }
    var link: CellStyle { accent.with(.underlined) }
    let plain = CellStyle.plain
    let bold = CellStyle.bold
    let faint = CellStyle.faint

    /// Applies the look of a chosen row.
    ///
    /// - Parameter isFocused: whether keys go to its list.
    func chosen(_ style: CellStyle, isFocused: Bool) -> CellStyle {
        guard isFocused else { return style.with(.bold) }
        guard let background else { return style.with(.reversed) }
        // A step from the background towards its opposite.
        func step(_ value: UInt8) -> UInt8 { background.isDark ? value &+ (255 - value) / 6 : value - value / 9 }
        var style = style
        style.background = .rgb(step(background.red), step(background.green), step(background.blue))
        return style
    }

    /// The colour of a person's name, the same on every screen.
    func person(_ user: UserID) -> CellStyle {
        var sum: UInt32 = 2_166_136_261
        for byte in user.text.utf8 { sum = (sum ^ UInt32(byte)) &* 16_777_619 }
        let colours: [Colour] = [
            colour(6, dark: (125, 200, 205), light: (15, 110, 120)),
            colour(5, dark: (200, 150, 225), light: (130, 50, 150)),
            colour(2, dark: (150, 200, 130), light: (50, 115, 45)),
            colour(3, dark: (225, 180, 115), light: (145, 90, 10)),
            colour(1, dark: (240, 140, 140), light: (170, 45, 55)),
        ]
        return CellStyle(foreground: colours[Int(sum % UInt32(colours.count))], marks: .bold)
    }
}
