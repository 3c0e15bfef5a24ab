/// A control sequence (ECMA-48 5.4): parameters and a final byte.
struct ControlSequence: Equatable {
    /// `<`, `=`, `>` or `?` at its beginning.
    private let prefix: UInt8?
    private let parameters: [Int]
    private let final: UInt8

    init(_ bytes: ArraySlice<UInt8>, final: UInt8) {
        var bytes = bytes
        if let first = bytes.first, (0x3C...0x3F).contains(first) {
            prefix = first
            bytes = bytes.dropFirst()
        } else {
            prefix = nil
        }
        // Of a parameter with parts (kitty's `code:shifted`), the first part counts.
        parameters = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
            Int(String(decoding: part.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)) ?? 0
        }
        self.final = final
    }

    var beginsPaste: Bool { prefix == nil && final == UInt8(ascii: "~") && parameters.first == 200 }

    /// What it means; `nil` if that is unknown.
    var event: InputEvent? {
        switch (prefix, final) {
        case (UInt8(ascii: "<"), UInt8(ascii: "M")): mouse
        case (UInt8(ascii: "?"), UInt8(ascii: "u")): .reportsKeys
        case (nil, UInt8(ascii: "I")): .focus(true)
        case (nil, UInt8(ascii: "O")): .focus(false)
        case (nil, UInt8(ascii: "Z")): .key(Key(.tab, .shift))
        case (nil, UInt8(ascii: "u")): unicodeKey(parameter(0), parameter(1))
        case (nil, UInt8(ascii: "~")): tildeKey
        case (nil, _): ControlSequence.code(ofFinal: final).map { .key(Key($0, modifiers(parameter(1)))) }
        default: nil
        }
    }

    /// The keys whose sequences differ in the final byte.
    static func code(ofFinal byte: UInt8) -> Key.Code? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(byte - UInt8(ascii: "P")) + 1)
        default: nil
        }
    }

    private func parameter(_ index: Int) -> Int { index < parameters.count ? parameters[index] : 0 }

    private var tildeKey: InputEvent? {
        let code: Key.Code? =
            switch parameter(0) {
            case 1, 7: .home
            case 2: .insert
            case 3: .delete
            case 4, 8: .end
            case 5: .pageUp
            case 6: .pageDown
            case 11...15: .function(parameter(0) - 10)
            case 17...21: .function(parameter(0) - 11)
            case 23, 24: .function(parameter(0) - 12)
            default: nil
            }
        // xterm's modifyOtherKeys: 27, the modifiers, the character.
        if parameter(0) == 27, parameters.count >= 3 { return unicodeKey(parameter(2), parameter(1)) }
        return code.map { .key(Key($0, modifiers(parameter(1)))) }
    }

    private func unicodeKey(_ value: Int, _ modifier: Int) -> InputEvent? {
        let held = modifiers(modifier)
        switch value {
        case 13, 57_414: return .key(Key(.enter, held))
        case 9: return .key(Key(.tab, held))
        case 27: return .key(Key(.escape, held))
        case 127, 8: return .key(Key(.backspace, held))
        // The private use area has the keys without a character.
        case 57_344...63_743: return nil
        default:
            guard let scalar = UInt32(exactly: value).flatMap(UnicodeScalar.init), value >= 0x20 else { return nil }
            return .key(Key(.character(Character(scalar)), held))
        }
    }

    private func modifiers(_ parameter: Int) -> Key.Modifiers {
        guard parameter > 1, parameter <= 256 else { return [] }
        return Key.Modifiers(rawValue: UInt8((parameter - 1) & 7))
    }

    private var mouse: InputEvent? {
        guard parameters.count == 3, parameter(1) >= 1, parameter(2) >= 1 else { return nil }
        let (x, y) = (min(parameter(1), 10_000) - 1, min(parameter(2), 10_000) - 1)
        // Bits 2 to 4 are Shift, Alt and Control; bit 5 is a movement.
        switch parameter(0) & ~28 {
        case 0: return .mouse(MouseEvent(action: .press, x: x, y: y))
        case 64: return .mouse(MouseEvent(action: .wheelUp, x: x, y: y))
        case 65: return .mouse(MouseEvent(action: .wheelDown, x: x, y: y))
        default: return nil
        }
    }
}

/// An answer of the terminal to a question of ``TerminalModes``.
enum TerminalAnswer {
    /// - Parameter kind: the byte after Escape.
    static func event(of content: String, kind: UInt8) -> InputEvent? {
        switch kind {
        case UInt8(ascii: "]") where content.hasPrefix("11;rgb:"):
            let channels = content.dropFirst(7).split(separator: "/").map { channel($0) }
            guard channels.count == 3, let red = channels[0], let green = channels[1], let blue = channels[2] else {
                return nil
            }
            return .background(red: red, green: green, blue: blue)
        case UInt8(ascii: "_") where content.hasPrefix("G") && content.hasSuffix(";OK"): return .showsPictures
        default: return nil
        }
    }

    /// A channel of 1 to 4 hexadecimal digits as 0 to 255.
    private static func channel(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.count), let value = Int(digits, radix: 16) else { return nil }
        let full = (1 << (4 * digits.count)) - 1
        return UInt8(clamping: value * 255 / full)
    }
}
