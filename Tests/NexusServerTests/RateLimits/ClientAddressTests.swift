import Testing

@testable import NexusServer

@Suite("Addresses in rate limits")
struct ClientAddressTests {
    @Test(
        "an IPv4 address counts in either form; of an IPv6 address the network counts",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::1"),
        ])
    func same(_ one: String, _ other: String) {
        #expect(ClientAddress.key(one) == ClientAddress.key(other))
    }

    @Test(
        "other networks and other IPv4 addresses count separately",
        arguments: [
            ("2001:db8:1:2::1", "2001:db8:1:3::1"), ("::ffff:192.0.2.7", "::ffff:192.0.2.8"),
            ("192.0.2.7", "192.0.2.8"),
            ("::1", "2001:db8::1"),
        ])
    func apart(_ one: String, _ other: String) {
        #expect(ClientAddress.key(one) != ClientAddress.key(other))
    }

    @Test("an invalid address counts literally, cut to a bounded length")
    func unreadable() {
        #expect(ClientAddress.key("unknown") == "unknown")
        #expect(ClientAddress.key(String(repeating: "x", count: 10_000)).utf8.count == 64)
    }
}
