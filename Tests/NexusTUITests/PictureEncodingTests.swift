import Foundation
import Testing

@testable import NexusTUI

/// The sequences of pictures, parsed by the grammars of the two protocols.
@Suite("Pictures in control sequences")
struct PictureEncodingTests {
    private let area = Rectangle(x: 3, y: 2, width: 20, height: 8)
    private let picture = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    /// A command of kitty's protocol: `ESC _ G <control data> ; <payload> ESC \`, the control data as `key=value` pairs.
    private struct Command {
        var keys: [String: String] = [:]
        var payload = ""
    }

    private func commands(_ text: Substring) throws -> [Command] {
        var rest = text
        var commands: [Command] = []
        while !rest.isEmpty {
            try #require(rest.hasPrefix("\u{1B}_G"))
            let end = try #require(rest.range(of: "\u{1B}\\"))
            let parts = rest[rest.index(rest.startIndex, offsetBy: 3)..<end.lowerBound].split(
                separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            var command = Command()
            for pair in parts[0].split(separator: ",", omittingEmptySubsequences: false) {
                let sides = pair.split(separator: "=", omittingEmptySubsequences: false)
                try #require(sides.count == 2 && sides[0].count == 1, "\(pair)")
                #expect(command.keys[String(sides[0])] == nil, "\(pair) twice")
                command.keys[String(sides[0])] = String(sides[1])
            }
            command.payload = parts.count > 1 ? String(parts[1]) : ""
            commands.append(command)
            rest = rest[end.upperBound...]
        }
        return commands
    }

    @Test("of kitty: transmit and display a PNG in chunks, at the cursor, into columns and rows, without answers")
    func kitty() throws {
        let text = PictureEncoding.kitty(picture, in: area)
        let move = "\u{1B}[3;4H"
        try #require(text.hasPrefix(move))
        let commands = try commands(text.dropFirst(move.count))
        #expect(commands.count == 4)
        let first = try #require(commands.first).keys
        // Transmit and display, PNG, direct data, the cursor stays, neither success nor failure is answered.
        #expect(first["a"] == "T" && first["f"] == "100" && first["t"] == "d" && first["C"] == "1" && first["q"] == "2")
        #expect(first["c"] == "20" && first["r"] == "8")
        for (index, command) in commands.enumerated() {
            #expect(command.keys["m"] == (index == commands.count - 1 ? "0" : "1"))
            #expect(command.payload.utf8.count <= 4_096)
            // All chunks but the last are whole groups of base64.
            if index < commands.count - 1 { #expect(command.payload.utf8.count % 4 == 0) }
            // Later chunks have no other keys than m and q.
            if index > 0 { #expect(Set(command.keys.keys).isSubset(of: ["m", "q"])) }
        }
        #expect(Data(base64Encoded: commands.map(\.payload).joined()) == Data(picture))
    }

    @Test("of kitty: a picture that fits into one chunk is one command, and all are deleted by another")
    func kittySmall() throws {
        let commands = try commands(PictureEncoding.kitty([1, 2, 3], in: area).dropFirst("\u{1B}[3;4H".count))
        #expect(commands.count == 1 && commands[0].keys["m"] == "0")
        let none = try self.commands(PictureEncoding.kittyNone[...])
        #expect(none.count == 1 && none[0].keys["a"] == "d" && none[0].payload.isEmpty)
    }

    @Test("of kitty: the question whether they are known transmits one pixel and displays nothing")
    func kittyQuestion() throws {
        let questions = TerminalModes(TerminalCapabilities(colours: .palette, pictures: .perhapsKitty)).questions
        let at = try #require(questions.range(of: "\u{1B}_G"))
        let query = try #require(try commands(questions[at.lowerBound...]).first)
        #expect(query.keys["a"] == "q" && query.keys["i"] != nil && query.keys["f"] == "24")
        #expect(query.keys["s"] == "1" && query.keys["v"] == "1")
        // Three bytes for the pixel.
        #expect(Data(base64Encoded: query.payload)?.count == 3)
        #expect(!TerminalModes(TerminalCapabilities(colours: .palette)).questions.contains("\u{1B}_G"))
    }

    @Test("of iTerm2: one inline file with its size in bytes, in cells")
    func inline() throws {
        let text = PictureEncoding.inline(picture, in: area)
        let head = "\u{1B}[3;4H\u{1B}]1337;File="
        try #require(text.hasPrefix(head) && text.hasSuffix("\u{07}"))
        let body = text.dropFirst(head.count).dropLast()
        let colon = try #require(body.firstIndex(of: ":"))
        var arguments: [String: String] = [:]
        for pair in body[..<colon].split(separator: ";") {
            let sides = pair.split(separator: "=")
            try #require(sides.count == 2)
            arguments[String(sides[0])] = String(sides[1])
        }
        #expect(
            arguments == [
                "inline": "1", "size": "10000", "width": "20", "height": "8", "preserveAspectRatio": "1",
            ])
        #expect(Data(base64Encoded: String(body[body.index(after: colon)...])) == Data(picture))
    }
}
