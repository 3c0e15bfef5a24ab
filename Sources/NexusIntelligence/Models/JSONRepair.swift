import NexusCore

/// Repairs the almost-JSON that models write.
public enum JSONRepair {
    /// The first object or array in a text, without code fences and surrounding words; to the end of the text if it is
    /// not closed.
    public static func document(in text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let start = bytes.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) else {
            return nil
        }
        var depth = 0
        var isInString = false
        var isEscaped = false
        for place in start..<bytes.count {
            let byte = bytes[place]
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return String(decoding: bytes[start...place], as: UTF8.self) }
            default: break
            }
        }
        return String(decoding: bytes[start...], as: UTF8.self)
    }

    /// Turns almost valid JSON into strict JSON: escapes or removes control characters inside strings, drops the
    /// backslash of invalid escapes, replaces lone surrogates by U+FFFD, removes commas before a closing bracket, and
    /// closes open strings, arrays and objects.
    public static func repaired(_ text: String) -> String {
        var repair = Repair(Array(text.utf8))
        repair.run()
        return String(decoding: repair.output, as: UTF8.self)
    }

    private struct Repair {
        let input: [UInt8]
        var output: [UInt8] = []
        private var place = 0
        private var open: [UInt8] = []

        init(_ input: [UInt8]) {
            self.input = input
            output.reserveCapacity(input.count + 16)
        }

        mutating func run() {
            while place < input.count {
                let byte = input[place]
                switch byte {
                case UInt8(ascii: "\""): string()
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    open.append(byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                    take()
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    dropComma()
                    _ = open.popLast()
                    take()
                case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0x7F: place += 1
                default: take()
                }
            }
            if !open.isEmpty { dropComma() }
            output.append(contentsOf: open.reversed())
        }

        private mutating func take() {
            output.append(input[place])
            place += 1
        }

        /// Removes a comma that nothing follows.
        private mutating func dropComma() {
            var end = output.count
            while end > 0, [0x20, 0x09, 0x0A, 0x0D].contains(output[end - 1]) { end -= 1 }
            if end > 0, output[end - 1] == UInt8(ascii: ",") { output.remove(at: end - 1) }
        }

        private mutating func string() {
            take()
            while place < input.count {
                let byte = input[place]
                switch byte {
                case UInt8(ascii: "\""):
                    take()
                    return
                case UInt8(ascii: "\\"): escape()
                case 0x0A:
                    output.append(contentsOf: "\\n".utf8)
                    place += 1
                case 0x09:
                    output.append(contentsOf: "\\t".utf8)
                    place += 1
                case 0x00...0x1F, 0x7F: place += 1
                default: take()
                }
            }
            output.append(UInt8(ascii: "\""))
        }

        private mutating func escape() {
            guard place + 1 < input.count else {
                place += 1
                return
            }
            switch input[place + 1] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
                UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
                take()
                take()
            case UInt8(ascii: "u"): codeUnits()
            default: place += 1
            }
        }

        private mutating func codeUnits() {
            guard let unit = codeUnit(at: place) else {
                place += 1
                return
            }
            switch unit {
            case 0xD800...0xDBFF:
                if let low = codeUnit(at: place + 6), (0xDC00...0xDFFF).contains(low) {
                    for _ in 0..<12 { take() }
                } else {
                    replace()
                }
            case 0xDC00...0xDFFF: replace()
            case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F: place += 6
            default: for _ in 0..<6 { take() }
            }
        }

        private mutating func replace() {
            output.append(contentsOf: "\u{FFFD}".utf8)
            place += 6
        }

        private func codeUnit(at start: Int) -> UInt16? {
            guard start + 6 <= input.count, input[start] == UInt8(ascii: "\\"), input[start + 1] == UInt8(ascii: "u")
            else { return nil }
            return UInt16(String(decoding: input[start + 2..<start + 6], as: UTF8.self), radix: 16)
        }
    }
}
