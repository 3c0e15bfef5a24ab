import NexusCore
import Testing

@Suite("Records by their lists of fields")
struct FieldCoderTests {
    private let user = "01990000-0000-7000-8000-0000000000a1"

    @Test("fields come in any order, between unknown ones")
    func order() throws {
        let text = #"{"picture":null,"x":{"id":1},"name":"Ada","about":"","id":"\#(user)","email":"a@b.c","y":[]}"#
        let read = try User.decode(text)
        #expect(read == User(id: try #require(UserID(user)), name: "Ada", email: "a@b.c"))
    }

    @Test("a name is the same with escapes, and with space around it")
    func escapedNames() throws {
        let text = "{ \"n\\u0061me\" : \"Ada\" ,\n\"\\u0078\":1, \"\\u0069d\":\"\(user)\" }"
        #expect(try User.decode(text).name == "Ada")
        #expect(try ClientFrame.decode(#"{"active":true,"\u0074ype":"\u0061ctivity"}"#) == .activity(active: true))
    }

    @Test("of a repeated field the last counts, wherever it stands")
    func repeated() throws {
        let text = #"{"name":"Bob","id":"\#(user)","name":"Cy","name":"Ada"}"#
        #expect(try User.decode(text).name == "Ada")
    }

    @Test("a repeated object replaces the one before, with all its fields")
    func repeatedObject() throws {
        let first = #"{"id":"\#(user)","name":"Ada","email":"a@b.c","about":"first"}"#
        let text = #"{"user":\#(first),"showsPresence":true,"user":{"id":"\#(user)","name":"Bob"}}"#
        #expect(try Profile.decode(text).user == User(id: try #require(UserID(user)), name: "Bob", email: ""))
    }

    @Test("a word that is not known is refused, but in the policies of a later server")
    func unknownWords() throws {
        #expect(throws: JSONError(.invalid("join"), at: 17)) { try PolicyChange.decode(#"{"join":"friends"}"#) }
        let info = try ServerInfo.decode(#"{"join":"friends","invite":"friends"}"#)
        #expect(info == ServerInfo(join: .invited, invite: .administrators))
    }

    @Test("after an error nothing more is read")
    func firstError() {
        let error = #expect(throws: JSONError.self) { try User.decode(#"{"name":1,"id":2}"#) }
        #expect(error == JSONError(.wrongKind(expected: .string), at: 8))
    }

    @Test("writing leaves a value as it was")
    func writing() {
        let change = Operation.Kind.updateProfile(ProfileChange(name: "Ada", picture: .removed))
        let copy = change
        #expect(change.json == copy.json && change == copy)
    }

    @Test("the first required field that is not there is named, at its object")
    func missing() {
        let error = #expect(throws: JSONError.self) { try Profile.decode(#"{"user": {"email":"a@b.c"}}"#) }
        #expect(error == JSONError(.missing("id"), at: 9))
        #expect(refusal(of: #"{"user":{"id":"\#(user)"}}"#) == JSONError(.missing("name"), at: 8))
        #expect(refusal(of: "{}") == JSONError(.missing("user"), at: 0))
    }

    @Test("a field of the wrong kind is refused where it stands", arguments: [#"{"name":1}"#, #"{"x":0,"name":1}"#])
    func wrongKind(_ text: String) {
        let error = #expect(throws: JSONError.self) { try User.decode(text) }
        #expect(error?.reason == .wrongKind(expected: .string))
    }

    @Test(
        "an object that is not well-formed is refused",
        arguments: [
            (#"{"name":"Ada""#, JSONError.Reason.endOfInput), (#"{"name":"Ada",}"#, .unexpectedByte),
            (#"{"name" "Ada"}"#, .unexpectedByte), (#"{"name""#, .endOfInput), (#"{name:1}"#, .unexpectedByte),
            (#"{"name":"Ada" "id":1}"#, .unexpectedByte), (#"{"x":tru}"#, .unexpectedByte), ("{", .endOfInput),
            (#"{"na"#, .endOfInput), (#"{"x":1,"na\q":1}"#, .badEscape),
        ])
    func malformed(_ text: String, _ reason: JSONError.Reason) {
        let error = #expect(throws: JSONError.self) { try User.decode(text) }
        #expect(error?.reason == reason)
    }

    @Test("null takes a picture away, and is refused by a change that has no meaning for it")
    func null() throws {
        let change = try Operation.Kind.decode(#"{"kind":"updateProfile","picture":null}"#)
        #expect(change == .updateProfile(ProfileChange(picture: .removed)))
        #expect(throws: JSONError.self) { try Operation.Kind.decode(#"{"kind":"updateProfile","about":null}"#) }
    }

    @Test("a union is read by its name, wherever in the object that stands")
    func unions() throws {
        let group = ConversationID(high: 1, low: 2)
        let texts = [
            #"{"conversation":"\#(group.text)","active":true,"type":"typing"}"#,
            #"{"since":[],"limit":"x","active":true,"type":"typing","conversation":"\#(group.text)"}"#,
        ]
        for text in texts { #expect(try ClientFrame.decode(text) == .typing(group, active: true)) }
        let error = #expect(throws: JSONError.self) { try ClientFrame.decode(#"{"active":true,"type":"dance"}"#) }
        #expect(error?.reason == .invalid("type"))
    }

    @Test("a list longer than its bound is refused at the element beyond it")
    func bounds() throws {
        func delete(_ count: Int) -> String {
            let message = "\"\(user)\""
            let list = Array(repeating: message, count: count).joined(separator: ",")
            return "{\"kind\":\"delete\",\"conversation\":\(message),\"messages\":[\(list)]}"
        }
        _ = try Operation.Kind.decode(delete(Limits.messagesPerDelete))
        for count in [0, Limits.messagesPerDelete + 1] {
            let error = #expect(throws: JSONError.self) { try Operation.Kind.decode(delete(count)) }
            #expect(error?.reason == .invalid("messages"))
        }
    }

    private func refusal(of profile: String) -> JSONError? {
        do throws(JSONError) {
            _ = try Profile.decode(profile)
            return nil
        } catch {
            return error
        }
    }
}
