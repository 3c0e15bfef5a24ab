import NexusCore
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    @Test("a later identifier is greater, regardless of the random part")
    func order() {
        var random = DeviceRandom(seed: 7)
        var previous = MessageID(at: noon, using: &random)
        for step in 1...1_000 {
            let next = MessageID(at: noon.advanced(by: Int64(step)), using: &random)
            #expect(previous < next)
            previous = next
        }
    }

    @Test("has the version and variant of RFC 9562, at any time")
    func version() {
        var random = DeviceRandom(seed: 7)
        for time in [Int64.min, -1, 0, 1, noon.milliseconds, .max] {
            let id = MessageID(at: Timestamp(milliseconds: time), using: &random)
            #expect(id.version == 7)
            #expect(id.low >> 62 == 0b10)
        }
    }

    @Test("two made in the same millisecond differ")
    func unique() {
        var random = DeviceRandom(seed: 7)
        let made = Set((0..<10_000).map { _ in MessageID(at: noon, using: &random) })
        #expect(made.count == 10_000)
    }

    @Test("survives writing and reading, in either case")
    func text() {
        var random = DeviceRandom(seed: 9)
        for _ in 0..<1_000 {
            let id = UserID(high: random.next(), low: random.next())
            #expect(id.text.utf8.count == 36)
            #expect(UserID(id.text) == id)
            #expect(UserID(id.text.uppercased()) == id)
        }
        #expect(
            UserID(high: 0x0123_4567_89AB_CDEF, low: 0x0123_4567_89AB_CDEF).text
                == "01234567-89ab-cdef-0123-456789abcdef")
    }

    @Test(
        "other texts than the 36 characters are refused",
        arguments: [
            "", "0", "01234567-89ab-cdef-0123-456789abcde", "01234567-89ab-cdef-0123-456789abcdef0",
            "0123456789ab-cdef-0123-456789abcdef-", "01234567_89ab-cdef-0123-456789abcdef",
            "g1234567-89ab-cdef-0123-456789abcdef", "01234567-89ab-cdef-0123-456789abcde\u{0}",
            "01234567-89ab-cdef-0123-456789abcdé", "{01234567-89ab-cdef-0123-456789abcde}",
            " 01234567-89ab-cdef-0123-456789abcde", "0x234567-89ab-cdef-0123-456789abcdef",
            "01234567-89ab-cdef-0123-456789ab\u{FF43}def", "--------------------------------------",
        ])
    func hostile(text: String) {
        #expect(UserID(text) == nil)
    }

    @Test("of a direct conversation is the same from both sides, and unique to the pair")
    func direct() {
        var random = DeviceRandom(seed: 3)
        var seen: Set<ConversationID> = []
        let people = (0..<60).map { _ in UserID(at: noon, using: &random) }
        for (position, one) in people.enumerated() {
            for other in people[position...] {
                let id = ConversationID.direct(between: one, and: other)
                #expect(id == .direct(between: other, and: one))
                #expect(id.isDirect && id.low >> 62 == 0b10)
                seen.insert(id)
            }
        }
        #expect(seen.count == 60 * 61 / 2)
        #expect(!ConversationID(at: noon, using: &random).isDirect)
    }

    @Test("of a direct conversation is derived as in docs/protocol.md, so that other clients can derive it")
    func directByTheDocument() {
        let id = ConversationID.direct(between: ada, and: ben)
        #expect(ConversationID(id.text) == id)
        #expect(id == .direct(between: UserID(high: 0xB, low: 0xB), and: UserID(high: 0xA, low: 0xA)))
    }
}
