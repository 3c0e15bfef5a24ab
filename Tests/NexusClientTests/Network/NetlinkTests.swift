import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

/// Recorded from Linux 6.18 with `ip`, links cut after their name; numbers are in the byte order of x86-64 and ARM.
private enum Recorded {
    /// v0, number 3, is down.
    static let linkDown = "28000000100000000000000000000000000001000300000002100000010000000700030076300000"
    /// It is up without a carrier, and then with one.
    static let linkUp = "28000000100000000000000000000000000001000300000003100100010000000700030076300000"
    static let linkRunning = "28000000100000000000000000000000000001000300000043100100000000000700030076300000"
    /// 10.9.9.1/24 on it.
    static let address =
        "4c000000140000004185046b452d00000218800003000000080001000a090901080002000a0909010700030076300000080008008000000014000600"
        + "ffffffffffffffff1e7202001e720200"
    /// fe80::… on it goes.
    static let linkLocal =
        "480000001500000000000000000000000a40c0fd0300000014000100fe80000000000000f46df4fffe6ba44314000600"
        + "ffffffffffffffffb0ea0200b0ea0200080008008000 0000"
    static let done = "140000000300020001000000852c000000000000"
    static let interrupted = "140000000300120001000000852c000000000000"

    static func bytes(_ text: String) -> [UInt8] {
        let digits = text.utf8.filter { $0 != 32 }.map { UInt8($0 > 57 ? $0 - 87 : $0 - 48) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

@Suite("Messages of the kernel about networks")
struct NetlinkMessageTests {
    private func messages(_ texts: String...) -> [NetlinkMessage] {
        NetlinkMessage.messages(in: texts.flatMap(Recorded.bytes))
    }

    @Test("tell of links, addresses, and the end of a list")
    func recorded() {
        #expect(messages(Recorded.linkDown) == [.link(3, isUsable: false)])
        #expect(
            messages(Recorded.linkUp, Recorded.linkRunning) == [.link(3, isUsable: false), .link(3, isUsable: true)])
        #expect(messages(Recorded.address) == [.address(link: 3, [10, 9, 9, 1])])
        #expect(messages(Recorded.done) == [.done(isInterrupted: false)])
        #expect(messages(Recorded.interrupted) == [.done(isInterrupted: true)])
    }

    @Test("leave out addresses that reach no further than their link")
    func linkLocal() {
        #expect(messages(Recorded.linkLocal).isEmpty)
    }

    @Test("that are cut off, lie about their length or are noise are left out")
    func hostile() {
        let whole = Recorded.bytes(Recorded.address)
        for length in 0..<whole.count { #expect(NetlinkMessage.messages(in: Array(whole.prefix(length))).isEmpty) }
        for length: UInt8 in [0, 1, 15] { #expect(NetlinkMessage.messages(in: [length] + whole.dropFirst()).isEmpty) }
        // An attribute of no length must not be read for ever.
        var still = whole
        still[24] = 0
        #expect(NetlinkMessage.messages(in: still).isEmpty)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var noise = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                noise[Int.random(in: 0..<noise.count, using: &random)] = .random(in: .min ... .max, using: &random)
            }
            var table = NetworkTable()
            for message in NetlinkMessage.messages(in: noise) { table.take(message) }
        }
    }
}

@Suite("The state of the network")
struct NetlinkReaderTests {
    private static let up: [NetlinkMessage] = [.link(3, isUsable: true)]
    private static let address: [NetlinkMessage] = [.address(link: 3, [10, 0, 0, 1])]
    private static let done: [NetlinkMessage] = [.done(isInterrupted: false)]

    private func listed() -> NetlinkReader {
        var reader = NetlinkReader()
        #expect(reader.begin() == [.requestLinks])
        #expect(reader.take(Self.up + Self.done) == [.requestAddresses])
        #expect(reader.take(Self.address + Self.done) == [.tell(.available)])
        return reader
    }

    @Test("is told once both lists are complete, then when it changes, and again for another network")
    func changes() {
        var reader = listed()
        #expect(reader.take([.link(3, isUsable: true)]).isEmpty)
        #expect(reader.take([.link(4, isUsable: true)]).isEmpty)
        #expect(reader.take([.address(link: 4, [10, 0, 1, 1])]) == [.tell(.available)])
        #expect(reader.take([.linkRemoved(4)]).isEmpty)
        #expect(reader.take([.addressRemoved(link: 3, [10, 0, 0, 1])]) == [.tell(.unavailable)])
        #expect(reader.take(Self.address) == [.tell(.available)])
        #expect(reader.take([.link(3, isUsable: false)]) == [.tell(.unavailable)])
        #expect(reader.take([.link(3, isUsable: true)]) == [.tell(.available)])
    }

    @Test("is read again after lost messages and interrupted lists, and not told twice")
    func lost() {
        var reader = listed()
        #expect(reader.begin() == [.requestLinks])
        #expect(reader.take(Self.up + [.done(isInterrupted: true)]) == [.requestAddresses])
        #expect(reader.take(Self.address + Self.done) == [.requestLinks])
        #expect(reader.take(Self.up + Self.done) == [.requestAddresses])
        #expect(reader.take(Self.address + Self.done).isEmpty)
    }

    @Test("is told without lists where the kernel refuses them")
    func refused() {
        var reader = NetlinkReader()
        _ = reader.begin()
        #expect(reader.take([.refused]) == [.requestAddresses])
        #expect(reader.take([.refused]) == [.tell(.unavailable)])
        #expect(reader.take(Self.up + Self.address) == [.tell(.available)])
    }
}
