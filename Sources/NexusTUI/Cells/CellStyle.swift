/// A colour of a cell.
enum Colour: Hashable, Sendable {
    /// The terminal's own.
    case standard
    /// One of the sixteen, as the user's palette shows it: 0 to 7, and 8 to 15 for the bright ones.
    case named(UInt8)
    case rgb(UInt8, UInt8, UInt8)
}

/// The colours that a terminal can show.
enum ColourDepth: Int, Comparable, Sendable {
    /// None, or the user wants none (https://no-color.org).
    case none
    case sixteen
    case palette
    case trueColour

    static func < (left: ColourDepth, right: ColourDepth) -> Bool { left.rawValue < right.rawValue }
}

/// How the text of a cell looks.
struct CellStyle: Hashable, Sendable {
    /// Attributes, in any combination.
    struct Marks: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let bold = Marks(rawValue: 1)
        static let faint = Marks(rawValue: 2)
        static let italic = Marks(rawValue: 4)
        static let underlined = Marks(rawValue: 8)
        static let reversed = Marks(rawValue: 16)
        static let struck = Marks(rawValue: 32)
    }

    var foreground = Colour.standard
    var background = Colour.standard
    var marks: Marks = []

    static let plain = CellStyle()
    static let bold = CellStyle(marks: .bold)
    static let faint = CellStyle(marks: .faint)

    /// The same with more marks.
    func with(_ marks: Marks) -> CellStyle {
        var style = self
        style.marks.formUnion(marks)
        return style
    }

    /// The same in another colour.
    func coloured(_ colour: Colour) -> CellStyle {
        var style = self
        style.foreground = colour
        return style
    }

    /// The parameters of "select graphic rendition" (ECMA-48 8.3.117), beginning with a reset.
    func parameters(_ depth: ColourDepth) -> String {
        var parameters = "0"
        for (mark, number) in CellStyle.numbers where marks.contains(mark) { parameters += ";\(number)" }
        parameters += CellStyle.parameters(of: foreground, base: 30, depth)
        parameters += CellStyle.parameters(of: background, base: 40, depth)
        return parameters
    }

    private static let numbers: [(Marks, Int)] = [
        (.bold, 1), (.faint, 2), (.italic, 3), (.underlined, 4), (.reversed, 7), (.struck, 9),
    ]

    private static func parameters(of colour: Colour, base: Int, _ depth: ColourDepth) -> String {
        guard depth > .none else { return "" }
        switch colour {
        case .standard: return ""
        case .named(let number):
            let number = Int(number)
            return number < 8 ? ";\(base + number)" : ";\(base + 60 + number - 8)"
        case .rgb(let red, let green, let blue):
            switch depth {
            case .trueColour: return ";\(base + 8);2;\(red);\(green);\(blue)"
            case .palette: return ";\(base + 8);5;\(paletteIndex(red, green, blue))"
            case .sixteen, .none: return parameters(of: .named(nearest(red, green, blue)), base: base, depth)
            }
        }
    }

    /// The nearest of the 256 colours of xterm: its cube of 6×6×6, or its greys.
    static func paletteIndex(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        let steps = [0, 95, 135, 175, 215, 255]
        func step(_ value: UInt8) -> Int {
            steps.indices.min { abs(steps[$0] - Int(value)) < abs(steps[$1] - Int(value)) } ?? 0
        }
        let cube = (step(red), step(green), step(blue))
        let mean = (Int(red) + Int(green) + Int(blue)) / 3
        let grey = min(23, max(0, (mean - 3) / 10))
        func distance(_ one: (Int, Int, Int)) -> Int {
            let (r, g, b) = (one.0 - Int(red), one.1 - Int(green), one.2 - Int(blue))
            return r * r + g * g + b * b
        }
        let level = 8 + 10 * grey
        return distance((level, level, level)) < distance((steps[cube.0], steps[cube.1], steps[cube.2]))
            ? 232 + grey : 16 + 36 * cube.0 + 6 * cube.1 + cube.2
    }

    /// The nearest of the sixteen: its hue by the channels that stand out, bright if the strongest is.
    static func nearest(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        let strongest = max(red, green, blue)
        if strongest < 64 { return 0 }
        let bar = strongest / 2 + strongest / 4
        let hue: UInt8 = (red > bar ? 1 : 0) | (green > bar ? 2 : 0) | (blue > bar ? 4 : 0)
        return strongest > 191 ? hue + 8 : hue
    }
}
