/// A key as a terminal reports it.
struct Key: Hashable, Sendable {
    enum Code: Hashable, Sendable {
        case character(Character)
        case enter, tab, escape, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        case function(Int)
    }

    struct Modifiers: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let shift = Modifiers(rawValue: 1)
        static let alt = Modifiers(rawValue: 2)
        static let control = Modifiers(rawValue: 4)
    }

    var code: Code
    var modifiers: Modifiers = []

    init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    static func character(_ character: Character) -> Key { Key(.character(character)) }
    static func control(_ character: Character) -> Key { Key(.character(character), .control) }
    static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }

    /// The character that it types, if it types one.
    var typed: Character? {
        guard case .character(let character) = code, modifiers.subtracting(.shift).isEmpty else { return nil }
        return character
    }
}

/// A press of a button of the mouse, or a turn of its wheel.
struct MouseEvent: Equatable, Sendable {
    enum Action: Equatable, Sendable {
        case press
        case wheelUp
        case wheelDown
    }

    var action: Action
    /// The cell; the top left one is (0, 0).
    var x: Int
    var y: Int
}

/// What a terminal sends.
enum InputEvent: Equatable, Sendable {
    case key(Key)
    /// Pasted text (bracketed paste): never read as keys. Line ends are `\n`.
    case paste(String)
    case mouse(MouseEvent)
    /// The terminal's window got the focus, or lost it.
    case focus(Bool)
    /// The colour of the background, 0 to 255 for each channel.
    case background(red: UInt8, green: UInt8, blue: UInt8)
    /// The terminal knows the keyboard protocol of kitty.
    case reportsKeys
    /// The terminal knows the graphics protocol of kitty.
    case showsPictures
}
