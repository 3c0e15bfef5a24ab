import Testing

@testable import NexusIntelligence

@Suite("The meaning of messages that is stored for the reader")
struct MessageEncoderTests {
    @Test("has a version of its own for these parameters, so that what earlier ones computed is computed again")
    func version() {
        // Who trains the reader again counts `MessageEncoder.version` up, and notes both here.
        #expect(MessageEncoder.version == 6)
        #expect(checksum(ClauseParameters.base64) == 0x1a9a_388e_59c4_4b86)
    }

    /// FNV-1a, 64 bits.
    private func checksum(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
