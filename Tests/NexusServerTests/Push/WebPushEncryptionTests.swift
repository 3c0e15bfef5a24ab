import Crypto
import Foundation
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The encryption of Web Push")
struct WebPushEncryptionTests {
    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(of: text)) }

    @Test("makes the example of RFC 8188, section 3.1")
    func contentEncoding() throws {
        let sealed = try ContentEncoding.seal(
            Array("I am the walrus".utf8), key: SymmetricKey(data: bytes("yqdlZ-tYemfogSmv7Ws5PQ")),
            salt: bytes("I1BsxtFttlv3u_Oo94xnmw"), keyID: [])
        #expect(
            Base64URL.text(of: sealed) == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
    }

    @Test("makes the example of RFC 8291, section 5")
    func message() throws {
        let encryption = try #require(
            WebPushEncryption(
                publicKey: bytes(
                    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
                secret: bytes("BTBZMqHH6r4Tts7J_aSIgg")))
        let sealed = try encryption.seal(
            Array("When I grow up, I want to be a watermelon".utf8), padding: 0,
            key: P256.KeyAgreement.PrivateKey(
                rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Base64URL.text(of: sealed)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
                + "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test("pads to steps, and fills 4,096 bytes at its limit")
    func padding() throws {
        #expect(WebPushEncryption.padding(of: 1) == 511)
        #expect(WebPushEncryption.padding(of: 512) == 0)
        #expect(WebPushEncryption.padding(of: 3_600) == 3_993 - 3_600)
        #expect(WebPushEncryption.padding(of: 3_993) == 0)
        let key = P256.KeyAgreement.PrivateKey().publicKey
        let encryption = try #require(
            WebPushEncryption(publicKey: Array(key.x963Representation), secret: Array(repeating: 1, count: 16)))
        #expect(try encryption.seal(Array(repeating: 0x20, count: WebPushEncryption.limit)).count == 4_096)
    }

    @Test("cuts a text between characters, where its JSON is full")
    func cut() {
        #expect(PushText.cut("abc", to: 3) == "abc")
        #expect(PushText.cut("abcd", to: 3) == "…")
        #expect(PushText.cut("abcdef", to: 5) == "ab…")
        #expect(PushText.cut("a\"\n\u{1}", to: 11) == "a\"\n\u{1}")
        #expect(PushText.cut("a\"\n\u{1}", to: 10) == "a\"\n…")
        // A family is one character of 25 bytes.
        #expect(PushText.cut("a👨‍👩‍👧‍👦b", to: 27) == "a👨‍👩‍👧‍👦b")
        #expect(PushText.cut("a👨‍👩‍👧‍👦b", to: 26) == "a…")
        #expect(PushText.cut("ab", to: 1) == "")
        for limit in [600, 601, 602, 603, 1_000, 3_993] {
            let text = String(repeating: "é\"👍\u{0}", count: 2_000)
            let bytes = WebPushPayload.bytes(.example(text), limit: limit)
            #expect((bytes?.count ?? 0) <= limit)
            if limit >= 1_000 { #expect((bytes?.count ?? 0) > limit - 20) }
        }
    }

    @Test("keeps the key pair that was made first, in the database")
    func stored() async throws {
        let database = try TestAccounts().database
        let first = try await database.write { try VAPIDKeys.load($0) }
        let second = try await database.write { try VAPIDKeys.load($0) }
        #expect(first.publicKey == second.publicKey)
        #expect(Base64URL.bytes(of: first.publicKey)?.count == 65)
    }
}
