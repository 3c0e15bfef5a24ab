import Foundation
import NexusClient
import NexusCore
import Testing

@Suite("Push notifications of a device")
struct PushKeysTests {
    private static func bytes(_ text: String) throws -> [UInt8] {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        let padded = base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)
        return Array(try #require(Data(base64Encoded: padded)))
    }

    /// The example of RFC 8291, section 5.
    private static func example() throws -> (keys: PushKeys, body: [UInt8]) {
        let stored =
            try bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94") + bytes("BTBZMqHH6r4Tts7J_aSIgg")
        return (
            try #require(PushKeys(stored: stored)),
            try bytes(
                "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
            )
        )
    }

    @Test("are decrypted as in the example of RFC 8291")
    func opens() throws {
        let (keys, body) = try Self.example()
        #expect(
            keys.publicKey
                == "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        #expect(keys.authentication == "BTBZMqHH6r4Tts7J_aSIgg")
        #expect(String(decoding: try keys.open(body), as: UTF8.self) == "When I grow up, I want to be a watermelon")
    }

    @Test("are refused when they are damaged, cut short or meant for other keys")
    func refused() throws {
        let (keys, body) = try Self.example()
        for place in [0, 30, 90, body.count - 1] {
            var damaged = body
            damaged[place] ^= 1
            #expect(throws: PushDecryptionError.self, "byte \(place)") { try keys.open(damaged) }
        }
        for length in 0..<body.count {
            #expect(throws: PushDecryptionError.self, "\(length) bytes") { try keys.open(Array(body.prefix(length))) }
        }
        #expect(throws: PushDecryptionError.wrongKeys) { try PushKeys().open(body) }
        #expect(PushKeys(stored: [1, 2, 3]) == nil)
        #expect(PushKeys(stored: keys.stored)?.publicKey == keys.publicKey)
    }

    @Test("say which message of which conversation they show, and what to remove")
    func payloads() throws {
        let conversation = ConversationID(high: 0x7000, low: 1 << 63)
        let shown = try PushedNotification(
            Array(
                """
                {"web_push":8030,"notification":{"title":"Plans","body":"Ada: hello","navigate":"https://chat.example.org/c/1",\
                "tag":"\(conversation.text)","silent":false,"data":{"kind":"message","conversation":"\(conversation.text)",\
                "senderName":"Ada"},"actions":[{"action":"read","title":"Mark as read"}]},"app_badge":3,"mutable":true}
                """.utf8))
        #expect(shown.kind == .message && shown.title == "Plans" && shown.text == "Ada: hello" && shown.badge == 3)
        #expect(shown.conversation == conversation && shown.senderName == "Ada" && shown.sender == nil)
        let withdrawn = try PushedNotification(
            Array(#"{"nexus":{"kind":"withdrawal","conversation":"\#(conversation.text)"},"app_badge":0}"#.utf8))
        #expect(withdrawn.kind == .withdrawal && withdrawn.conversation == conversation && withdrawn.badge == 0)
        let reminder = try PushedNotification(
            Array(
                #"{"notification":{"title":"Reminder","body":"x","data":{"kind":"reminder","message":"\#(conversation.text)"}}}"#
                    .utf8))
        #expect(reminder.kind == .reminder && reminder.text == "x" && reminder.message != nil)
        #expect(throws: JSONError.self) { try PushedNotification(Array("not JSON".utf8)) }
    }
}
