/// Turns the bytes of a terminal into events (ECMA-48, xterm's control sequences, kitty's keyboard protocol). Sequences may be
/// split anywhere. What it does not know is left out, never typed.
struct InputDecoder: Sendable {
    /// Bytes of an escape sequence, at most; a longer one is dropped.
    static let sequenceLimit = 4_096
    /// Bytes of one paste, at most; the rest of a longer one is dropped.
    static let pasteLimit = 1 << 20

    private var waiting: [UInt8] = []
    /// The bytes of a paste that has begun.
    private var paste: [UInt8]?

    /// Whether bytes wait for others: a lone Escape does until ``flush()``.
    var isWaiting: Bool { !waiting.isEmpty }

    /// Takes bytes, and returns the events that are complete.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        waiting += bytes
        var events: [InputEvent] = []
        var at = 0
        while at < waiting.count {
            if paste != nil {
                guard takePaste(&at, &events) else { break }
                continue
            }
            guard let count = take(from: at, &events) else { break }
            at += max(count, 1)
        }
        waiting.removeFirst(min(at, waiting.count))
        if waiting.count > InputDecoder.sequenceLimit, paste == nil { waiting = [] }
        return events
    }

    /// No byte has followed for a moment: a waiting Escape was the key.
    mutating func flush() -> [InputEvent] {
        guard paste == nil, let first = waiting.first else { return [] }
        let rest = Array(waiting.dropFirst())
        waiting = []
        guard first == 0x1B else { return [] }
        return [.key(Key(.escape))] + (rest.isEmpty || rest == [0x5B] || rest == [0x4F] ? [] : decode(rest))
    }

    /// Takes the bytes of a paste up to its end; false if that is still to come.
    private mutating func takePaste(_ at: inout Int, _ events: inout [InputEvent]) -> Bool {
        let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
        var position = at
        while position < waiting.count {
            guard waiting[position] == 0x1B else {
                position += 1
                continue
            }
            let present = waiting[position...].prefix(end.count)
            if Array(present) == end {
                add(waiting[at..<position])
                events.append(.paste(InputDecoder.text(paste ?? [])))
                paste = nil
                at = position + end.count
                return true
            }
            if end.starts(with: present) { break }
            position += 1
        }
        add(waiting[at..<position])
        at = position
        return false
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        let room = InputDecoder.pasteLimit - (paste?.count ?? 0)
        paste?.append(contentsOf: bytes.prefix(max(0, room)))
    }

    /// The text of a paste, with `\n` for every line end, and without other control characters.
    private static func text(_ bytes: [UInt8]) -> String {
        var text = ""
        for character in String(decoding: bytes, as: UTF8.self) {
            if character.isNewline {
                text.append("\n")
            } else if character == "\t" {
                text.append("    ")
            } else {
                for scalar in character.unicodeScalars
                where scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value) {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        return text
    }

    /// Reads one event or sequence. Returns its bytes; `nil` if it is incomplete.
    private mutating func take(from at: Int, _ events: inout [InputEvent]) -> Int? {
        let byte = waiting[at]
        guard byte == 0x1B else { return takeCharacter(at, [], &events) }
        guard at + 1 < waiting.count else { return nil }
        switch waiting[at + 1] {
        case 0x5B: return takeControlSequence(at, &events)
        case 0x4F: return takeSingleShift(at, &events)
        case 0x5D, 0x50, 0x5F, 0x5E, 0x58: return takeString(at, &events)
        case 0x1B:
            // Escape and then something else.
            events.append(.key(Key(.escape)))
            return 1
        default:
            guard let count = takeCharacter(at + 1, .alt, &events) else { return nil }
            return count + 1
        }
    }

    private func takeCharacter(_ at: Int, _ modifiers: Key.Modifiers, _ events: inout [InputEvent]) -> Int? {
        let byte = waiting[at]
        func key(_ code: Key.Code, _ more: Key.Modifiers = []) {
            events.append(.key(Key(code, modifiers.union(more))))
        }
        switch byte {
        case 0x0D: key(.enter)
        case 0x09: key(.tab)
        case 0x7F, 0x08: key(.backspace)
        case 0x00: key(.character(" "), .control)
        case 0x01...0x1A: key(.character(Character(UnicodeScalar(byte + 0x60))), .control)
        case 0x1C...0x1F: key(.character(Character(UnicodeScalar(byte + 0x40))), .control)
        case 0x20..<0x7F: key(.character(Character(UnicodeScalar(byte))))
        default: return takeUTF8(at, modifiers, &events)
        }
        return 1
    }

    private func takeUTF8(_ at: Int, _ modifiers: Key.Modifiers, _ events: inout [InputEvent]) -> Int? {
        let length =
            switch waiting[at] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        guard length > 0 else { return 1 }
        let present = waiting[(at + 1)...].prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
        guard present.count == length - 1 else {
            return at + 1 + present.count == waiting.count ? nil : 1 + present.count
        }
        let text = String(decoding: waiting[at..<(at + length)], as: UTF8.self)
        guard let scalar = text.unicodeScalars.first, scalar != "\u{FFFD}", scalar.value >= 0xA0 else { return length }
        events.append(.key(Key(.character(Character(scalar)), modifiers)))
        return length
    }

    private func takeSingleShift(_ at: Int, _ events: inout [InputEvent]) -> Int? {
        guard at + 2 < waiting.count else { return nil }
        if let code = ControlSequence.code(ofFinal: waiting[at + 2]) { events.append(.key(Key(code))) }
        return 3
    }

    private mutating func takeControlSequence(_ at: Int, _ events: inout [InputEvent]) -> Int? {
        var end = at + 2
        while end < waiting.count, (0x20..<0x40).contains(waiting[end]) { end += 1 }
        guard end < waiting.count else { return nil }
        // A byte that stands in no sequence ends it, and is the first of the next key.
        guard (0x40..<0x7F).contains(waiting[end]) else { return end - at }
        let sequence = ControlSequence(waiting[(at + 2)..<end], final: waiting[end])
        if sequence.beginsPaste {
            paste = []
        } else if let event = sequence.event {
            events.append(event)
        }
        return end + 1 - at
    }

    /// A string of the terminal (an answer), up to its terminator.
    private func takeString(_ at: Int, _ events: inout [InputEvent]) -> Int? {
        var end = at + 2
        while end < waiting.count {
            if waiting[end] == 0x07 { break }
            if waiting[end] == 0x1B {
                guard end + 1 < waiting.count else { return nil }
                break
            }
            end += 1
        }
        guard end < waiting.count else { return nil }
        let content = String(decoding: waiting[(at + 2)..<end], as: UTF8.self)
        if let event = TerminalAnswer.event(of: content, kind: waiting[at + 1]) { events.append(event) }
        if waiting[end] == 0x07 { return end + 1 - at }
        return waiting[end + 1] == 0x5C ? end + 2 - at : end - at
    }
}
