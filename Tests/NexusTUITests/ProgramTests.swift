import Foundation
import Testing

@testable import NexusTUI

@Suite("Other programs")
struct ProgramTests {
    @Test(
        "have their words split as a shell does, and nothing expanded",
        arguments: [
            ("mpv --no-video {}", ["mpv", "--no-video", "{}"]), ("  a\t b ", ["a", "b"]), ("", []),
            ("'my player' \"x y\" z\\ w", ["my player", "x y", "z w"]), ("a'b'\"c\"", ["abc"]), ("''", [""]),
            ("$HOME `id` $(id) ; rm *", ["$HOME", "`id`", "$(id)", ";", "rm", "*"]), ("\"a\\\"b\\n\"", ["a\"b\\n"]),
            ("end\\", ["end\\"]),
        ])
    func words(text: String, words: [String]) {
        #expect(CommandWords.split(text) == words)
    }

    @Test("refuse a quote that is not closed", arguments: ["'a", "\"a b", "a 'b\" c"])
    func openQuote(text: String) {
        #expect(CommandWords.split(text) == nil)
        #expect(throws: ProgramChoice.Problem.unclosedQuote(variable: "NEXUS_PLAYER")) {
            try ProgramChoice.player.command(for: "/f", ["NEXUS_PLAYER": text]) { _ in true }
        }
    }

    @Test("are the one of the variable, or else the first on PATH")
    func choice() throws {
        let player = ProgramChoice(variable: "P", known: [["one", "-x", "{}"], ["two"]])
        let environment = ["PATH": "/a:/b"]
        #expect(try player.command(for: "/f", environment) { $0 == "/b/one" } == ["/b/one", "-x", "/f"])
        #expect(try player.command(for: "/f", environment) { $0 == "/a/two" } == ["/a/two", "/f"])
        #expect(
            try player.command(for: "/f 1", environment.merging(["P": "own --to={} -q"]) { $1 }) { $0 == "/a/own" }
                == ["/a/own", "--to=/f 1", "-q"])
        #expect(try player.command(for: "/f", ["P": "/opt/own"]) { $0 == "/opt/own" } == ["/opt/own", "/f"])
        #expect(throws: ProgramChoice.Problem.noneFound(["one", "two"])) {
            try player.command(for: "/f", environment) { _ in false }
        }
        #expect(throws: ProgramChoice.Problem.notFound(variable: "P", program: "gone")) {
            try player.command(for: "/f", ["PATH": "/a", "P": "gone"]) { _ in false }
        }
    }

    @Test("say what is missing and what to do")
    func problems() {
        let text = ProgramChoice.Problem.noneFound(["mpv", "ffplay"]).text("plays sound", "NEXUS_PLAYER")
        #expect(text.contains("mpv, ffplay") && text.contains("NEXUS_PLAYER"))
        #expect(
            ProgramChoice.Problem.notFound(variable: "P", program: "gone").text("", "")
                == "P names \"gone\", which is not installed.")
    }

    @Test("run by their arguments, and their last line says why they failed")
    func runs() async throws {
        let program = try await ExternalProgram.start([
            "/bin/sh", "-c", "echo first >&2; echo \"$1 failed\" >&2; exit 7", "sh", "a b; c",
        ])
        #expect(await program.ending() == ExternalProgram.Ending(code: 7, remark: "a b; c failed"))
        // Its number may be another's by now.
        program.signal(SIGKILL)
    }

    @Test("end by a signal, have no terminal and no input")
    func signals() async throws {
        let program = try await ExternalProgram.start([
            "/bin/sh", "-c", "read line && exit 1; (: </dev/tty) 2>/dev/null && exit 2; kill -STOP $$; exit 3",
        ])
        program.signal(SIGCONT)
        program.signal(SIGTERM)
        program.signal(SIGCONT)
        #expect([3, 128 + Int(SIGTERM)].contains(await program.ending().code))
        let sleeping = try await ExternalProgram.start(["/bin/sleep", "600"])
        sleeping.signal(SIGTERM)
        #expect(await sleeping.ending().code == 128 + Int(SIGTERM))
    }

    @Test("report what cannot be started")
    func notStarted() async throws {
        await #expect(throws: ExternalProgram.Problem.self) {
            _ = try await ExternalProgram.start(["/nonexistent/player"])
        }
    }

    // MARK: WAV

    /// A RIFF file of one channel; `claimed` is the length that its header states.
    private func wave(_ samples: [Int16], rate: UInt32 = 1_000, claimed: UInt32? = nil, extra: Bool = false) -> Data {
        func le(_ number: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 0xFF) } }
        let length = claimed ?? UInt32(samples.count * 2)
        var bytes = Array("RIFF".utf8) + le(36 &+ length, 4) + Array("WAVEfmt ".utf8) + le(16, 4) + le(1, 2) + le(1, 2)
        bytes += le(rate, 4) + le(rate * 2, 4) + le(2, 2) + le(16, 2)
        if extra { bytes += Array("LIST".utf8) + le(3, 4) + [1, 2, 3, 0] }
        bytes += Array("data".utf8) + le(length, 4) + samples.flatMap { le(UInt32(UInt16(bitPattern: $0)), 2) }
        return Data(bytes)
    }

    @Test("record WAV, whose duration and peaks are read")
    func recording() throws {
        let loud = [Int16](repeating: 100, count: 500) + [Int16](repeating: -16_000, count: 500)
        let file = try #require(WaveFile(wave(loud, extra: true)))
        #expect(file.duration == 1_000 && file.waveform.count == 64)
        #expect(file.waveform[0] == 0 && file.waveform[63] == 31)
        #expect(WaveFile(wave([0, 0]))?.waveform == [0, 0])
        #expect(WaveFile(wave([Int16.min]))?.waveform == [31])
        #expect(WaveFile(wave([]))?.duration == 0)
    }

    @Test("may be interrupted before the length is in the header", arguments: [0, 0xFFFF_FFFF, 1_000_000] as [UInt32])
    func interrupted(claimed: UInt32) {
        #expect(WaveFile(wave([Int16](repeating: 5_000, count: 2_000), claimed: claimed))?.duration == 2_000)
    }

    @Test("in other formats have neither")
    func otherFormats() {
        #expect(WaveFile(Data("OggS".utf8)) == nil)
        #expect(WaveFile(Data()) == nil)
        let whole = wave([1, 2, 3])
        for count in 0..<whole.count { _ = WaveFile(whole.prefix(count)) }
        var eight = whole
        eight[34] = 8
        #expect(WaveFile(eight) == nil)
    }
}
