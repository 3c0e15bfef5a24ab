import Testing

@testable import NexusTUI

@Suite("The decoder of input")
struct InputDecoderTests {
    private func events(_ text: String) -> [InputEvent] {
        var decoder = InputDecoder()
        return decoder.decode(Array(text.utf8))
    }

    @Test(
        "reads keys",
        arguments: [
            ("a", Key(.character("a"))), ("é", Key(.character("é"))), ("😀", Key(.character("😀"))), ("\r", Key(.enter)),
            ("\n", .control("j")), ("\t", Key(.tab)), ("\u{7F}", Key(.backspace)), ("\u{0B}", .control("k")),
            ("\u{1B}[A", Key(.up)), ("\u{1B}OB", Key(.down)), ("\u{1B}[1;3A", Key(.up, .alt)),
            ("\u{1B}[1;5C", Key(.right, .control)),
            ("\u{1B}[H", Key(.home)), ("\u{1B}[4~", Key(.end)), ("\u{1B}[5~", Key(.pageUp)),
            ("\u{1B}[3~", Key(.delete)),
            ("\u{1B}[Z", Key(.tab, .shift)), ("\u{1B}OP", Key(.function(1))), ("\u{1B}[15~", Key(.function(5))),
            ("\u{1B}[17~", Key(.function(6))), ("\u{1B}\r", Key(.enter, .alt)), ("\u{1B}i", .alt("i")),
            ("\u{1B}[13;2u", Key(.enter, .shift)), ("\u{1B}[27u", Key(.escape)), ("\u{1B}[107;5u", .control("k")),
            ("\u{1B}[27;2;13~", Key(.enter, .shift)),
        ] as [(String, Key)])
    func keys(bytes: String, key: Key) {
        #expect(events(bytes) == [.key(key)])
    }

    @Test("reads the same however the bytes are split")
    func splits() {
        let text =
            "aé😀\u{1B}[1;3A\u{1B}[<0;5;6M\u{1B}[200~two\nlines\u{1B}[201~x\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\b\u{1B}[I"
        let whole = events(text)
        var decoder = InputDecoder()
        var single: [InputEvent] = []
        for byte in text.utf8 { single += decoder.decode([byte]) }
        #expect(single == whole)
        #expect(whole.contains(.paste("two\nlines")))
        #expect(whole.contains(.mouse(MouseEvent(action: .press, x: 4, y: 5))))
        #expect(whole.contains(.background(red: 0x1E, green: 0x1E, blue: 0x2E)))
        #expect(whole.last == .focus(true))
    }

    @Test("takes a lone Escape for the key once nothing follows")
    func escape() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.key(Key(.escape))])
        #expect(!decoder.isWaiting)
    }

    @Test("reads nothing in a paste as keys, and removes its control characters")
    func paste() {
        #expect(events("\u{1B}[200~rm\r\n\u{1B}[31mred\u{07}\tx\u{1B}[201~") == [.paste("rm\n[31mred    x")])
    }

    @Test("limits a paste without an end")
    func endlessPaste() {
        var decoder = InputDecoder()
        _ = decoder.decode(Array("\u{1B}[200~".utf8))
        for _ in 0..<40 { _ = decoder.decode([UInt8](repeating: 0x61, count: 65_536)) }
        guard case .paste(let text) = decoder.decode(Array("\u{1B}[201~".utf8)).first else {
            Issue.record("no paste")
            return
        }
        #expect(text.utf8.count <= InputDecoder.pasteLimit)
    }

    @Test(
        "leaves out what it does not know",
        arguments: ["\u{1B}[?1;2c", "\u{1B}[>0;95;0c", "\u{1B}P1$r\u{1B}\\", "\u{1B}]4;1;x\u{07}", "\u{1B}[99;99;99X"])
    func unknown(sequence: String) {
        #expect(events(sequence + "a") == [.key(.character("a"))])
    }

    @Test("survives any bytes")
    func noise() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var decoder = InputDecoder()
            let bytes = (0..<Int.random(in: 1...64, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? [0x1B, 0x5B, 0x3B, 0x4D, 0x3C, 0x30, 0x39, 0x7E, 0x75].randomElement(using: &random) ?? 0
                    : UInt8.random(in: 0...255, using: &random)
            }
            _ = decoder.decode(bytes)
            _ = decoder.flush()
        }
    }

    @Test("reads the wheel and clicks, and no movement")
    func mouse() {
        #expect(events("\u{1B}[<64;1;1M") == [.mouse(MouseEvent(action: .wheelUp, x: 0, y: 0))])
        #expect(events("\u{1B}[<65;10;3M") == [.mouse(MouseEvent(action: .wheelDown, x: 9, y: 2))])
        #expect(events("\u{1B}[<0;10;3m") == [])
        #expect(events("\u{1B}[<35;10;3M") == [])
        #expect(events("\u{1B}[<0;0;0M") == [])
    }
}
