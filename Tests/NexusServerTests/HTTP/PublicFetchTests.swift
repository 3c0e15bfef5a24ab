import Dispatch
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import NexusServer

@Suite("Fetching addresses of other parties")
struct PublicFetchTests {
    @Test(
        "addresses of one machine, one network or a protocol are not public",
        arguments: [
            ("0.0.0.0", false), ("9.255.255.255", true), ("10.0.0.0", false), ("10.255.255.255", false),
            ("11.0.0.0", true), ("100.63.255.255", true), ("100.64.0.0", false), ("100.127.255.255", false),
            ("100.128.0.0", true), ("126.255.255.255", true), ("127.0.0.1", false), ("127.255.255.255", false),
            ("128.0.0.0", true), ("169.253.255.255", true), ("169.254.169.254", false), ("169.255.0.0", true),
            ("172.15.255.255", true), ("172.16.0.0", false), ("172.31.255.255", false), ("172.32.0.0", true),
            ("192.0.0.1", false), ("192.0.1.0", true), ("192.0.2.1", false), ("192.88.99.1", false),
            ("192.167.255.255", true), ("192.168.0.1", false), ("192.169.0.0", true), ("198.17.255.255", true),
            ("198.18.0.0", false), ("198.19.255.255", false), ("198.20.0.0", true), ("198.51.100.1", false),
            ("203.0.113.1", false), ("223.255.255.255", true), ("224.0.0.1", false), ("240.0.0.1", false),
            ("255.255.255.255", false), ("::", false), ("::1", false), ("::ffff:8.8.8.8", true),
            ("::ffff:127.0.0.1", false),
            ("64:ff9b::808:808", true), ("64:ff9b::a00:1", false), ("1fff:ffff::1", false), ("2000::1", true),
            ("2001::1", false),
            ("2001:1ff:ffff::1", false), ("2001:200::1", true), ("2001:db8::1", false), ("2001:4860:4860::8888", true),
            ("2002:7f00:1::1", false), ("3ffe:ffff::1", true), ("3fff:0:1::1", false), ("3fff:1000::1", true),
            ("4000::1", false), ("fc00::1", false), ("fe80::1", false), ("fec0::1", false), ("ff02::1", false),
        ])
    func networks(_ address: String, _ isPublic: Bool) throws {
        #expect(try PublicNetwork.contains(SocketAddress(ipAddress: address, port: 443)) == isPublic, "\(address)")
    }

    private func problem(_ fetch: PublicFetch, _ address: String) async -> PublicFetch.Problem? {
        do {
            _ = try await fetch.get(address)
            return nil
        } catch {
            return error as? PublicFetch.Problem
        }
    }

    @Test(
        "only https is fetched, without a name and a password",
        arguments: [
            "", "picture", "http://example.org/a", "file:///etc/passwd", "https://", "https:///a",
            "https://me:pw@example.org/a", "https://me@example.org/a", "gopher://example.org/",
            "https://example.org/" + String(repeating: "a", count: 1_981),
        ])
    func refused(_ address: String) async {
        var fetch = PublicFetch(limit: 10)
        fetch.resolver = HostResolver { _ in throw HostResolver.NotFound() }
        #expect(await problem(fetch, address) == .address)
        #expect(await problem(fetch, "https://example.org/" + String(repeating: "a", count: 1_980)) == .unreachable)
    }

    @Test("a name that leads to an address which is not public is not connected to, however it is written")
    func pinned() async throws {
        let fetch = PublicFetch(limit: 10)
        for host in ["127.0.0.1", "localhost", "[::1]", "0.0.0.0"] {
            #expect(await problem(fetch, "https://\(host)/") == .notPublic, "\(host)")
        }
        // Forms of an address that readers disagree about are not even resolved.
        for host in ["0x7f000001", "2130706433", "127.1", "example.org\\@127.0.0.1", "example.org#@127.0.0.1"] {
            #expect(await problem(fetch, "https://\(host)/") == .address, "\(host)")
        }
        // The second answer for the same name is never asked for.
        let asked = Mutex(0)
        var rebound = PublicFetch(limit: 10)
        rebound.resolver = HostResolver { _ in
            asked.withLock { $0 += 1 }
            return [try SocketAddress(ipAddress: "10.0.0.1", port: 0)]
        }
        #expect(await problem(rebound, "https://example.org/") == .notPublic)
        #expect(asked.withLock { $0 } == 1)
    }

    @Test("a name that is not resolved in time is given up")
    func slow() async {
        let end = DispatchSemaphore(value: 0)
        var fetch = PublicFetch(limit: 10)
        fetch.connect = .milliseconds(1)
        fetch.resolver = HostResolver { _ in
            end.wait()
            return []
        }
        #expect(await problem(fetch, "https://example.org/") == .unreachable)
        end.signal()
    }

    @Test("a redirect leads where RFC 3986 says")
    func references() throws {
        let url = try PublicURL("https://a.example:8443/b/c?d")
        for (reference, wanted) in [
            ("https://b.example/x", "https://b.example/x"), ("//b.example/x", "https://b.example/x"),
            ("/x?y", "https://a.example:8443/x?y"), ("x", "https://a.example:8443/b/x"),
            ("?y", "https://a.example:8443/b/c?y"), ("", "https://a.example:8443/b/c"), ("data:x", "data:x"),
        ] { #expect(url.following(reference) == wanted, "\(reference)") }
        #expect(try PublicURL("https://a.example").following("x") == "https://a.example/x")
    }

    @Test("an answer has its limit; one redirect is followed, and checked like the first address")
    func answers() async throws {
        let router = Router()
        router.get("/ten") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "Image/PNG; charset=x"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: "0123456789")))
        }
        router.get("/eleven") { _, _ in "0123456789a" }
        for (path, target) in [
            ("/moved", "/ten"), ("/twice", "/moved"), ("/loop", "/loop"), ("/away", "http://127.0.0.1:1/"),
            ("/file", "file:///etc/passwd"),
        ] {
            router.get(RouterPath(path)) { _, _ in Response(status: .found, headers: [.location: target]) }
        }
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        let server = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { bound.yield($0.localAddress?.port ?? 0) })
        let running = Task { try await server.run() }
        let port = try #require(await ports.first { _ in true })
        var fetch = PublicFetch(limit: 10)
        fetch.schemes.insert("http")
        fetch.isAllowed = { $0.port == port }
        fetch.resolver = HostResolver { _ in [try SocketAddress(ipAddress: "127.0.0.1", port: 0)] }
        let root = "http://pictures.example:\(port)"
        for path in ["/ten", "/moved"] {
            let answer = try await fetch.get(root + path)
            #expect(answer.type == "image/png")
            #expect(answer.body == Array("0123456789".utf8))
        }
        #expect(await problem(fetch, root + "/eleven") == .tooLarge)
        #expect(await problem(fetch, root + "/none") == .status(404))
        #expect(await problem(fetch, root + "/twice") == .status(302))
        #expect(await problem(fetch, root + "/loop") == .status(302))
        #expect(await problem(fetch, root + "/away") == .notPublic)
        #expect(await problem(fetch, root + "/file") == .address)
        running.cancel()
        _ = await running.result
    }
}
