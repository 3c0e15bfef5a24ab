import Crypto
import Foundation
import NIOCore
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The address of a push endpoint")
struct PushAddressTests {
    private static let key = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
    private static let secret = [UInt8](repeating: 7, count: 16)

    private func refusal(
        _ address: String, _ service: PushEndpoint.Service = .web, key: [UInt8] = PushAddressTests.key,
        secret: [UInt8] = PushAddressTests.secret, local: Set<String> = []
    ) -> Refusal? {
        var settings = PushSettings()
        settings.local = local
        do throws(Refusal) {
            try PushEndpoint.check(service, address: address, publicKey: key, secret: secret, settings: settings)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "is an https URL of a public host",
        arguments: [
            "https://fcm.googleapis.com/fcm/send/abc:def", "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
            "https://web.push.apple.com/QAbc", "https://UP.example.org:8443?token=1", "https://8.8.8.8/x",
            "https://[2606:4700::1111]/x", "https://a_b.example.org/", "https://1.example.org",
        ])
    func taken(address: String) { #expect(refusal(address) == nil) }

    @Test(
        "is refused where it leads elsewhere, or can be read in two ways",
        arguments: [
            "", "https://", "https:///x", "http://push.example.org/x", "ftp://push.example.org/x", "push.example.org",
            "https://user@push.example.org/", "https://u:p@push.example.org/", "https://push.example.org@127.0.0.1/",
            "https://push.example.org\\@127.0.0.1/", "https://push.example.org#@127.0.0.1/",
            "https://push.example.org /", "https://püsh.example.org/", "https://push.example.org:0/",
            "https://push.example.org:65536/", "https://push.example.org:/", "https://push.example.org:+443/",
            "https://push.example.org:44 3/", "https://push..example.org/", "https://push.example.org./",
            "https://%31%32%37.0.0.1/", "https://-push.example.org/", "https://push.example.org%2f@x/",
            // Names of one label, and addresses of every special kind in every form.
            "https://localhost/", "https://intranet/", "https://127.0.0.1/", "https://2130706433/",
            "https://0x7f000001/", "https://0x7f.0.0.1/", "https://0177.0.0.1/", "https://127.1/", "https://127.0.1/",
            "https://0/", "https://00000000177.1/", "https://1.2.3.4.5/", "https://push.example.0x7f/",
            "https://0.0.0.0/", "https://10.1.2.3/", "https://172.16.0.1/", "https://172.31.255.255/",
            "https://192.168.1.1/", "https://169.254.169.254/latest/meta-data", "https://100.64.0.1/",
            "https://192.0.2.1/", "https://198.51.100.7/", "https://203.0.113.9/", "https://198.18.0.1/",
            "https://224.0.0.1/", "https://255.255.255.255/", "https://192.0.0.8/", "https://192.88.99.1/",
            "https://[::1]/", "https://[::]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/",
            "https://[64:ff9b::7f00:1]/", "https://[64:ff9b::10.0.0.1]/", "https://[64:ff9b:1::1]/",
            "https://[fe80::1]/", "https://[fe80::1%25eth0]/", "https://[fc00::1]/", "https://[fd12:3456::1]/",
            "https://[ff02::1]/", "https://[2001:db8::1]/", "https://[2002:7f00:1::]/", "https://[2001::1]/",
            "https://[3fff::1]/", "https://[100::1]/", "https://[::127.0.0.1]/", "https://[::1/",
            "https://[127.0.0.1]/",
        ])
    func refused(address: String) { #expect(refusal(address)?.code == .invalidRequest) }

    @Test("is public at the edges of the special blocks")
    func edges() throws {
        for address in [
            "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "172.15.255.255",
            "172.32.0.0", "169.253.255.255", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2001:200::",
            "2001:db7::1", "2003::1", "3ffe::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
        ] {
            #expect(try PublicNetwork.contains(SocketAddress(ipAddress: address, port: 0)), "\(address)")
        }
    }

    @Test("is at most 2,048 bytes long")
    func length() {
        let start = "https://push.example.org/"
        #expect(refusal(start + String(repeating: "a", count: 2_048 - start.utf8.count)) == nil)
        #expect(refusal(start + String(repeating: "a", count: 2_049 - start.utf8.count))?.code == .invalidRequest)
    }

    @Test("may be local and plain where the operator says so, with that port alone")
    func local() throws {
        let settings = try PushSettings(
            environment: ["NEXUS_PUSH_LOCAL": "127.0.0.1:2586, [::1]:80,Ntfy:8080"], publicOrigin: nil)
        for address in ["http://127.0.0.1:2586/x", "https://127.0.0.1:2586/x", "http://[::1]/", "http://ntfy:8080/x"] {
            #expect(refusal(address, local: settings.local) == nil, "\(address)")
        }
        for address in ["http://127.0.0.1/x", "http://127.0.0.1:2587/x", "http://127.0.0.2:2586/", "https://[::1]/"] {
            #expect(refusal(address, local: settings.local) != nil, "\(address)")
        }
    }

    @Test("has a key on the curve and a secret of 16 bytes")
    func keys() {
        var offCurve = PushAddressTests.key
        offCurve[64] ^= 1
        let address = "https://push.example.org/x"
        for key in [[], offCurve, Array(PushAddressTests.key.dropLast()), [4] + [UInt8](repeating: 0, count: 64)] {
            #expect(refusal(address, key: key)?.code == .invalidRequest)
        }
        #expect(refusal(address, secret: Array(repeating: 1, count: 15))?.code == .invalidRequest)
        #expect(refusal(address, secret: Array(repeating: 1, count: 17))?.code == .invalidRequest)
        let token = String(repeating: "0f", count: 32)
        #expect(refusal(token, .apple, key: [], secret: []) == nil)
        #expect(refusal(token + "0", .appleSandbox) != nil)
        #expect(refusal("../3/device", .apple) != nil)
        #expect(refusal("a:b-c_d", .google, key: [], secret: []) == nil)
        #expect(refusal(String(repeating: "a", count: 4_097), .google) != nil)
        #expect(refusal("a b", .google) != nil)
    }

    @Test("is a setting that names the variable that is wrong")
    func settings() throws {
        for (variable, value) in [
            ("NEXUS_PUSH_LOCAL", "push.home.arpa"), ("NEXUS_PUSH_LOCAL", "http://a:1"), ("NEXUS_PUSH_LOCAL", "a:0"),
            ("NEXUS_PUSH_LOCAL", (1...101).map { "a:\($0)" }.joined(separator: ",")),
            ("NEXUS_PUSH_CONTACT", "admin"), ("NEXUS_PUSH_CONTACT", "http://example.org"),
            ("NEXUS_PUSH_ROOTS", "/nowhere.pem"),
        ] {
            let error = #expect(throws: PushSettingsError.self, "\(value)") {
                try PushSettings(environment: [variable: value], publicOrigin: nil)
            }
            #expect(error?.variable == variable)
        }
        #expect(try PushSettings(environment: [:], publicOrigin: "https://a.example").contact == "https://a.example")
        #expect(try PushSettings(environment: [:], publicOrigin: "http://localhost:1").contact == nil)
        let mail = ["NEXUS_PUSH_CONTACT": "mailto:admin@example.org"]
        #expect(try PushSettings(environment: mail, publicOrigin: "https://a.example").contact == mail.values.first)
    }
}
