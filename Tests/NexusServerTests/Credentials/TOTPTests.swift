import NexusCore
import Testing

@testable import NexusServer

@Suite("Codes of authenticator apps")
struct TOTPTests {
    private static let secret = Array("12345678901234567890".utf8)

    @Test(
        "are those of RFC 6238, appendix B",
        arguments: [
            (59, 94_287_082), (1_111_111_109, 7_081_804), (1_111_111_111, 14_050_471), (1_234_567_890, 89_005_924),
            (2_000_000_000, 69_279_037), (20_000_000_000, 65_353_130),
        ] as [(Int64, UInt32)])
    func published(seconds: Int64, code: UInt32) {
        let step = TOTP.step(at: Timestamp(milliseconds: seconds * 1_000))
        #expect(TOTP.code(TOTPTests.secret, step: step, digits: 8) == code)
    }

    @Test("are those of RFC 4226, appendix D")
    func counters() {
        let codes: [UInt32] = [
            755_224, 287_082, 359_152, 969_429, 338_314, 254_676, 287_922, 162_583, 399_871, 520_489,
        ]
        for (step, code) in codes.enumerated() { #expect(TOTP.code(TOTPTests.secret, step: Int64(step)) == code) }
    }

    @Test("of the step before, the present and the next one are accepted, and no others")
    func tolerance() {
        let codes = ["755224", "287082", "359152", "969429", "338314"]
        let present = Timestamp(milliseconds: 2 * 30_000 + 29_999)
        let accepted = codes.map { TOTP.step(of: $0, TOTPTests.secret, at: present, after: -1) }
        #expect(accepted == [nil, 1, 2, 3, nil])
    }

    @Test("of a step that is not after the last one are refused")
    func replay() {
        let present = Timestamp(milliseconds: 2 * 30_000)
        #expect(TOTP.step(of: "287082", TOTPTests.secret, at: present, after: 1) == nil)
        #expect(TOTP.step(of: "359152", TOTPTests.secret, at: present, after: 1) == 2)
        #expect(TOTP.step(of: "359152", TOTPTests.secret, at: present, after: 2) == nil)
    }

    @Test("have six ASCII digits", arguments: ["", "87082", "0287082", "28708a", "２８７０８２", "-87082", "+87082"])
    func shape(_ typed: String) {
        #expect(TOTP.step(of: typed, TOTPTests.secret, at: Timestamp(milliseconds: 60_000), after: -1) == nil)
    }

    @Test(
        "Base32 is that of RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ])
    func base32(text: String, encoded: String) {
        #expect(Base32.text(of: Array(text.utf8)) == encoded)
    }

    @Test("the link for a QR code escapes what it is made of")
    func link() {
        let link = SecondFactorService.link("ABC", team: "R&D: 日", email: "ada+x@example.org")
        #expect(
            link == "otpauth://totp/R%26D%3A%20%E6%97%A5:ada%2Bx%40example.org?secret=ABC&issuer=R%26D%3A%20%E6%97%A5")
        let long = SecondFactorService.link(
            String(repeating: "A", count: 32), team: String(repeating: "日", count: 100),
            email: String(repeating: "+", count: 64) + "@" + String(repeating: "a", count: 189))
        #expect(long.utf8.count <= 412, "a QR code holds no more")
        #expect(long.hasPrefix("otpauth://totp/%E6%97%A5"))
    }
}
