import Testing

@testable import NexusServer

@Suite("Ranges of bytes")
struct ByteRangeTests {
    @Test(
        "a range is parsed as in RFC 9110",
        arguments: [
            (nil, ByteRange.whole), ("bytes=0-", .part(0..<10)), ("bytes=0-0", .part(0..<1)),
            ("bytes=4-100", .part(4..<10)), ("bytes=-4", .part(6..<10)), ("bytes=-40", .part(0..<10)),
            ("bytes=10-", .outside), ("bytes=-0", .outside), ("bytes=5-4", .whole), ("bytes=a-b", .whole),
            ("bytes=0-1,4-5", .whole), ("items=0-1", .whole), ("bytes=", .whole), ("bytes=-", .whole),
            ("bytes=9223372036854775807-", .outside), ("bytes=0-9223372036854775807", .part(0..<10)),
        ] as [(String?, ByteRange)])
    func ranges(header: String?, range: ByteRange) {
        #expect(ByteRange(header, of: 10) == range)
    }
}
