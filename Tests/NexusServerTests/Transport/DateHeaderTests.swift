import Testing

@testable import NexusServer

@Suite("The time of an answer", .timeLimit(.minutes(10)))
struct DateHeaderTests {
    @Test("is in its header, as HTTP writes times")
    func date() async throws {
        try await TransportFixture.serve { server in
            let socket = try await server.connect()
            try await socket.send("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
            let head = try await socket.response().head
            let format = /\r\n[Dd]ate: (Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z][a-z] \d{4} \d\d:\d\d:\d\d GMT\r\n/
            #expect(try format.firstMatch(in: head) != nil)
        }
    }

    @Test(
        "is written as RFC 9110 says",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT"),
        ])
    func times(_ second: Int, _ text: String) { #expect(DateHeader.text(of: second) == text) }
}
