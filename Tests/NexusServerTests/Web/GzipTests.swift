import CZlib
import Testing

@testable import NexusServer

@Suite("Compressing")
struct GzipTests {
    @Test("decompressed data equals the original", arguments: [1, 100, 70_000, 3_000_000])
    func roundTrip(_ repetitions: Int) throws {
        let bytes = Array(String(repeating: "the same again, ", count: max(20, repetitions / 16)).utf8)
        let compressed = try #require(Gzip.compressed(bytes))
        #expect(compressed.count < bytes.count)
        #expect(compressed.prefix(2) == [0x1F, 0x8B])
        #expect(try inflated(compressed, to: bytes.count) == bytes)
        #expect(Gzip.compressed(bytes) == compressed, "the same bytes give the same")
    }

    @Test("incompressible data stays plain")
    func noGain() {
        var random = SystemRandomNumberGenerator()
        #expect(Gzip.compressed([]) == nil)
        #expect(Gzip.compressed([1]) == nil)
        #expect(Gzip.compressed((0..<10_000).map { _ in UInt8.random(in: 0...255, using: &random) }) == nil)
    }

    private func inflated(_ bytes: [UInt8], to count: Int) throws -> [UInt8] {
        var stream = z_stream()
        try #require(
            inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: count + 1)
        let result = input.withUnsafeMutableBufferPointer { from in
            output.withUnsafeMutableBufferPointer { to in
                stream.next_in = from.baseAddress
                stream.avail_in = UInt32(from.count)
                stream.next_out = to.baseAddress
                stream.avail_out = UInt32(to.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        #expect(result == Z_STREAM_END)
        return Array(output.prefix(Int(stream.total_out)))
    }
}
