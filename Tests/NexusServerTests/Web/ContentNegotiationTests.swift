import Testing

@testable import NexusServer

@Suite("Content negotiation")
struct ContentNegotiationTests {
    @Test(
        "a coding is accepted if it is named with a non-zero weight",
        arguments: [
            (nil, false), ("", false), ("gzip", true), ("gzip, deflate, br", true), ("br", false), ("GZIP", true),
            ("gzip;q=0", false), ("gzip; q=0.0", false), ("gzip;q=0.5", true), ("*", true), ("*;q=0", false),
            ("gzip;q=0, *", false), ("*;q=0, gzip", true), ("x-gzip", true), ("identity", false), (",,;", false),
        ] as [(String?, Bool)])
    func encoding(_ header: String?, _ isTaken: Bool) {
        #expect(ContentNegotiation.accepts("gzip", in: header) == isTaken)
    }

    @Test(
        "an entity tag matches alone, in a list, as a weak one, or by a star",
        arguments: [
            (nil, false), ("", false), ("\"a\"", true), ("\"b\"", false), ("\"b\", \"a\"", true), ("W/\"a\"", true),
            ("*", true), ("a", false), ("\"ab\"", false),
        ] as [(String?, Bool)])
    func entityTag(_ header: String?, _ isKnown: Bool) {
        #expect(ContentNegotiation.names("\"a\"", in: header) == isKnown)
    }
}
