import Foundation
import NexusTestSupport
import Testing

@Suite("The command line: conversations")
struct CommandTalkTests {
    /// A server process, and Ada and Bob at their own terminals with a conversation between them.
    private struct Scene {
        let server: ServerProcess
        let ada: Terminal
        let bob: Terminal
        let talk: String

        init() async throws {
            server = try ServerProcess()
            try server.start()
            ada = try await Terminal.signedUp("Ada", at: server.address)
            bob = try await Terminal.signedUp("Bob", at: server.address)
            talk = try await ada.run("new", "--direct", "bob@example.org").identifier
            try #require(talk.count == 36)
        }
    }

    @Test("two users on one machine exchange messages, and both see the receipts")
    func talk() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        #expect(try await bob.run("new", "--direct", "ada@example.org").identifier == talk, "there is one between two")
        let sent = try await ada.run("send", talk, "Is the build green?")
        #expect(sent.code == 0)
        #expect(sent.output.hasPrefix("sent "))
        #expect(try await bob.texts(talk) == ["Is the build green?"])
        #expect(try await bob.run("send", "Ada", "Not yet.", "--wait", "10").code == 0)
        #expect(try await ada.texts("bob@example.org") == ["Is the build green?", "Not yet."])
        #expect(try await ada.objects("conversations", "--json").first?["unread"] as? Int == 1)
        #expect(try await ada.run("read", talk).output == "read\n")
        #expect(try await ada.objects("conversations", "--json").first?["unread"] as? Int == 0)
        #expect(try await bob.objects("messages", talk, "--json").last?["status"] as? String == "read")
        let shown = try await bob.run("messages", talk)
        #expect(shown.lines.last?.contains("Ada: Is the build green?") == false)
        #expect(shown.lines.last?.contains("Bob: Not yet.  [read]") == true)
    }

    @Test("a reply names its original by position, and shows it")
    func reply() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        let question = try await ada.run("send", talk, "Lunch?").identifier
        #expect(try await bob.texts(talk) == ["Lunch?"])
        #expect(try await bob.run("send", talk, "Yes", "--reply-to", "2").code == 0)
        let messages = try await ada.objects("messages", talk, "--json")
        #expect(messages.map { $0["replyTo"] as? String } == [nil, question])
        let shown = try await ada.run("messages", talk)
        #expect(shown.lines.contains { $0.contains("> Ada: Lunch?") })
        #expect(try await bob.run("send", talk, "What?", "--reply-to", "99").code != 0)
    }

    @Test("a reaction is added and removed, and shown below its message")
    func reactions() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        let message = try await ada.run("send", talk, "Lunch?").identifier
        #expect(try await bob.texts(talk) == ["Lunch?"])
        #expect(try await bob.run("react", talk, "2", "👍").output.hasPrefix("reacted "))
        #expect(try await ada.run("react", message, "🎉").code == 0)
        let reactions = try await ada.objects("messages", talk, "--json").last?["reactions"] as? [[String: Any]]
        #expect(reactions?.map { $0["emoji"] as? String } == ["👍", "🎉"])
        #expect(try await ada.run("messages", talk).lines.last?.contains("👍 1  🎉 1") == true)
        #expect(try await ada.run("react", message, "🎉", "--remove").output.hasPrefix("removed "))
        #expect(try await ada.run("react", message, "yes").code == 1)
        let left = try await bob.objects("messages", talk, "--json").last?["reactions"] as? [[String: Any]]
        #expect(left?.count == 1)
    }

    @Test("a message is pinned and unpinned, and pins are listed")
    func pins() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        let message = try await ada.run("send", talk, "The address is 5 Elm Road").identifier
        #expect(try await bob.texts(talk).count == 1)
        #expect(try await bob.run("pin-message", talk, "2").output.hasPrefix("pinned "))
        #expect(try await ada.run("pins", talk).output.contains("5 Elm Road"))
        #expect(try await ada.objects("pins", talk, "--json").map { $0["id"] as? String } == [message])
        #expect(try await ada.run("pin-message", message, "--remove").output.hasPrefix("unpinned "))
        #expect(try await bob.run("pins", talk).output.isEmpty)
        #expect(try await bob.run("pin-message", talk, "99").code == 1)
    }

    @Test("the versions of an edited message are shown to every member, online only")
    func versions() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        let message = try await ada.run("send", talk, "Lnch?").identifier
        #expect(try await ada.run("edit", message, "Lunch?").code == 0)
        #expect(try await bob.texts(talk) == ["Lunch?"])
        let lines = try await bob.run("versions", talk, "2").lines
        #expect(lines.count == 2 && lines[0].hasSuffix("Lnch?") && lines[1].hasSuffix("Lunch?"))
        #expect(
            try await bob.objects("versions", message, "--json").map { $0["text"] as? String } == ["Lnch?", "Lunch?"])
        scene.server.kill()
        #expect(try await bob.run("versions", message).code == 3)
    }

    @Test("a message is forwarded to several conversations, and deleted for oneself")
    func forward() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        let message = try await ada.run("send", talk, "The address is 5 Elm Road").identifier
        #expect(try await bob.texts(talk).count == 1)
        let group = try await bob.run("new", "--group", "Plans").identifier
        #expect(try await bob.run("forward", talk, "2", "--to", group, talk).output.hasPrefix("forwarded "))
        #expect(try await bob.objects("messages", group, "--json").map { $0["forwardedFrom"] as? String } == ["Ada"])
        #expect(try await bob.run("messages", talk).output.contains("forwarded from Ada"))
        #expect(try await ada.run("block", "bob@example.org").code == 0)
        let partly = try await bob.run("forward", talk, "2", "--to", talk, group)
        #expect(partly.code == 1 && partly.lines.count == 1 && partly.output.hasPrefix("forwarded "))
        #expect(try await bob.texts(group).count == 2, "what one conversation refuses, the next may take")
        #expect(try await ada.run("unblock", "bob@example.org").code == 0)
        #expect(try await bob.run("delete", message, "--for-me").code == 0)
        #expect(try await bob.texts(talk).count == 1)
        #expect(try await ada.texts(talk).count == 2)
    }

    @Test("a mention is put before the text unless it is in it, and shows in the list")
    func mentions() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        #expect(try await ada.run("send", talk, "Lunch?", "--mention", "Bob").code == 0)
        #expect(try await ada.run("send", talk, "Or you, @Bob?", "--mention", "bob").code == 0)
        #expect(try await bob.texts(talk) == ["@Bob Lunch?", "Or you, @Bob?"])
        let row = try await bob.objects("conversations", "--json").first
        #expect(row?["mentions"] as? Int == 2)
        #expect(try await bob.run("conversations").output.contains("2 @2"))
        #expect(try await ada.run("send", talk, "Hi", "--mention", "Nobody").code == 1)
        #expect(try await bob.run("search", "mentions:me").lines.count >= 2)
    }

    @Test("a message in JSON has the documented fields, and no others")
    func messageFields() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        let usual: Set = [
            "id", "conversation", "seq", "sender", "text", "writtenAt", "status", "deliveredTo", "readBy",
        ]
        let first = try await ada.run("send", talk, "first").identifier
        try await ada.run("send", talk, "secnod")
        try await ada.run("send", talk, "third")
        #expect(try await ada.run("edit", first, "first, edited").code == 0)
        #expect(try await ada.run("edit", talk, "3", "second").output.hasPrefix("edited "))
        #expect(try await ada.run("delete", talk, "4").code == 0)
        let messages = try await bob.objects("messages", talk, "--json")
        try #require(messages.count == 3)
        #expect(
            messages.map { Set($0.keys) } == [
                usual.union(["editedAt"]), usual.union(["editedAt"]), usual.union(["deleted"]),
            ])
        #expect(messages.map { $0["text"] as? String } == ["first, edited", "second", ""])
        #expect(messages[2]["deleted"] as? Bool == true)
        #expect(messages.map { $0["seq"] as? Int } == [2, 3, 4])
        let message = messages[0]
        let sender = try #require(message["sender"] as? [String: String])
        #expect(message["id"] as? String == first)
        #expect(message["conversation"] as? String == talk)
        #expect(Set(sender.keys) == ["id", "name"])
        #expect(sender["name"] == "Ada")
        #expect((message["writtenAt"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        #expect(message["status"] as? String == "delivered")
        let bobID = try #require(try await ada.objects("people", "bob@", "--json").first?["id"] as? String)
        #expect(message["deliveredTo"] as? [String] == [bobID])
        #expect(message["readBy"] as? [String] == [])
        let queued = try await ada.run("send", talk, "json", "--json")
        let one = try JSONSerialization.jsonObject(with: Data(queued.output.utf8)) as? [String: Any]
        #expect(Set((one ?? [:]).keys) == usual)
    }

    @Test("pages go backwards from a position, and respect the limit")
    func pages() async throws {
        let scene = try await Scene()
        for number in 1...6 { try await scene.ada.run("send", scene.talk, "\(number)") }
        let newest = try await scene.bob.objects("messages", scene.talk, "--limit", "2", "--json")
        #expect(newest.compactMap { $0["text"] as? String } == ["5", "6"])
        let before = try #require(newest.first?["seq"] as? Int)
        let older = try await scene.bob.objects(
            "messages", scene.talk, "--limit", "3", "--before", "\(before)", "--json")
        #expect(older.compactMap { $0["text"] as? String } == ["2", "3", "4"])
    }

    @Test("a group is created, renamed, joined, left and deleted")
    func group() async throws {
        let scene = try await Scene()
        let cyd = try await Terminal.signedUp("Cyd", at: scene.server.address)
        let group = try await scene.ada.run("new", "--group", "Lunch", "--member", "bob@example.org").identifier
        #expect(try await scene.ada.run("add", "Lunch", "cyd@example.org").output == "added\n")
        #expect(try await scene.ada.run("rename", group, "Dinner").output == "renamed\n")
        try await scene.ada.run("send", "Dinner", "seven?")
        #expect(try await cyd.texts("Dinner") == ["Ada added you", "Ada named the group “Dinner”", "seven?"])
        let told = try await cyd.objects("messages", "Dinner", "--json")
        #expect(told.map { $0["event"] as? String } == ["added", "title", nil])
        let members = try await cyd.objects("members", "Dinner", "--json")
        #expect(members.compactMap { $0["name"] as? String }.sorted() == ["Ada", "Bob", "Cyd"])
        #expect(try await scene.bob.run("leave", group).output == "left\n")
        #expect(try await scene.ada.run("remove", group, "Cyd").output == "removed\n")
        #expect(try await cyd.run("messages", group).code == 1)
        #expect(try await scene.ada.run("dissolve", group).output == "dissolved\n")
        #expect(
            try await scene.ada.objects("conversations", "--json").compactMap { $0["id"] as? String } == [scene.talk])
    }

    @Test("the owner appoints an admin, who removes members, and hands the group over")
    func roles() async throws {
        let scene = try await Scene()
        let cyd = try await Terminal.signedUp("Cyd", at: scene.server.address)
        let group = try await scene.ada.run("new", "--group", "Lunch", "--member", "bob@example.org").identifier
        #expect(try await scene.ada.run("add", group, "cyd@example.org").code == 0)
        let sent = try await cyd.run("sync").code == 0 ? try await cyd.run("send", group, "spam").identifier : ""
        #expect(try await scene.bob.run("sync").code == 0)
        #expect(try await scene.bob.run("delete", sent).code == 1)
        #expect(try await scene.bob.run("role", group, "Cyd", "admin").code == 1)
        #expect(try await scene.ada.run("role", group, "Bob", "admin").output == "admin now\n")
        #expect(try await scene.bob.run("sync").code == 0)
        #expect(try await scene.bob.run("delete", sent).code == 0)
        #expect(try await scene.bob.run("remove", group, "Cyd").output == "removed\n")
        #expect(try await scene.ada.run("role", group, "Bob", "owner").output == "owner now\n")
        let members = try await scene.ada.objects("members", group, "--json")
        #expect(members.compactMap { $0["role"] as? String }.sorted() == ["admin", "owner"])
        #expect(try await scene.ada.run("role", group, "Bob", "king").code == 2)
    }

    @Test("a message deleted for oneself stays for the others")
    func clear() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        #expect(try await bob.run("send", talk, "one").code == 0)
        #expect(try await ada.run("clear", "Bob").output == "cleared\n")
        #expect(try await ada.objects("conversations", "--json").isEmpty)
        #expect(try await ada.objects("search", "one", "--json").isEmpty)
        #expect(try await bob.run("send", talk, "two").code == 0)
        #expect(try await ada.texts(talk) == ["two"])
        #expect(try await bob.texts(talk) == ["one", "two"])
    }

    @Test("a message deleted for oneself is neither quoted nor forwarded nor found")
    func hidden() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        let party = try await bob.run("send", talk, "Party for Ada").identifier
        #expect(try await bob.run("send", talk, "At nine", "--reply-to", party).code == 0)
        #expect(try await ada.run("messages", talk).output.contains("> Bob: Party for Ada"))
        #expect(try await ada.run("delete", party, "--for-me").code == 0)
        let shown = try await ada.run("messages", talk).output
        #expect(shown.contains("> Bob: (deleted for you)"))
        #expect(!shown.contains("Party"))
        #expect(try await ada.run("forward", party, "--to", talk).code == 1)
        #expect(try await ada.run("versions", party).code == 1)
        #expect(try await bob.run("messages", talk).output.contains("> Bob: Party for Ada"))
    }

    @Test("a blocked person is told when they send, and is listed until unblocked")
    func block() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        #expect(try await bob.run("send", talk, "one").code == 0)
        #expect(try await ada.run("block", "bob@example.org").output == "blocked\n")
        #expect(try await ada.objects("conversations", "--json").isEmpty)
        #expect(try await ada.objects("blocked", "--json").compactMap { $0["name"] as? String } == ["Bob"])
        #expect(try await ada.objects("people", "--json").isEmpty)
        #expect(try await ada.objects("search", "one", "--json").isEmpty)
        let refused = try await bob.run("send", talk, "two")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("does not accept messages from you"))
        #expect(try await ada.run("unblock", "Cyd").code != 0)
        #expect(try await ada.run("unblock", "Bob").output == "unblocked\n")
        #expect(try await ada.objects("conversations", "--json").compactMap { $0["id"] as? String } == [talk])
        #expect(try await bob.run("send", talk, "three").code == 0)
        #expect(try await ada.texts(talk) == ["one", "three"])
    }

    @Test("sessions are listed and revoked; the signed-out device reports it")
    func sessions() async throws {
        let scene = try await Scene()
        let laptop = Terminal()
        let entered = try await laptop.run(
            "login", "--server", scene.server.address, "--email", "ada@example.org",
            environment: ["NEXUS_PASSWORD": Terminal.password])
        #expect(entered.output == "Signed in as Ada <ada@example.org>.\n")
        let sessions = try await laptop.objects("sessions", "--json")
        #expect(sessions.count == 2)
        #expect(Set(sessions[0].keys) == ["id", "device", "createdAt", "lastUsedAt", "current", "address"])
        let other = try #require(sessions.first { $0["current"] as? Bool == false }?["id"] as? String)
        #expect(try await laptop.run("sessions", "revoke", other).code == 0)
        let refused = try await scene.ada.run("conversations")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("session has ended"))
        #expect(try await laptop.run("logout").output == "Signed out.\n")
        #expect(try await laptop.run("conversations").code == 1)
    }

    @Test(
        "watch prints changes as JSON Lines, also during other verbs of the profile, and ends when interrupted"
    )
    func watch() async throws {
        let scene = try await Scene()
        try await scene.bob.run("conversations")
        let watch = try RunningVerb(scene.bob, "watch")
        try await eventually("it connects") { watch.objects(ofType: "connection").first?["online"] as? Bool == true }
        let message = try await scene.ada.run("send", scene.talk, "hello").identifier
        try await eventually("the message is told") { watch.texts == ["hello"] }
        #expect(try await scene.bob.run("send", scene.talk, "from beside the watch").output.hasPrefix("sent "))
        try await eventually("so is one's own") { watch.texts.contains("from beside the watch") }
        try await scene.ada.run("edit", message, "hello there")
        try await eventually("a change is told") { watch.texts.contains("hello there") }
        try await scene.ada.run("read", scene.talk)
        try await eventually("that Ada read it is told") {
            watch.objects(ofType: "receipt").contains {
                ($0["user"] as? [String: Any])?["name"] as? String == "Ada" && ($0["read"] as? Int ?? 0) > 1
            }
        }
        try await scene.ada.run("new", "--group", "Lunch", "--member", "bob@example.org")
        try await eventually("a conversation is told") {
            watch.objects(ofType: "conversation").contains {
                ($0["conversation"] as? [String: Any])?["title"] as? String == "Lunch"
            }
        }
        #expect(watch.interrupt() == 0)
    }

    @Test("watch of one conversation prints no other, and ends when its reader goes away")
    func watchOne() async throws {
        let scene = try await Scene()
        let lunch = try await scene.ada.run("new", "--group", "Lunch", "--member", "bob@example.org").identifier
        let watch = try RunningVerb(scene.bob, "watch", lunch)
        try await eventually("it connects") { !watch.objects(ofType: "connection").isEmpty }
        try await scene.ada.run("send", scene.talk, "elsewhere")
        try await scene.ada.run("send", lunch, "here")
        try await eventually("the one is told") { watch.texts == ["here"] }
        try watch.hangUp()
        try await scene.ada.run("send", lunch, "is anybody there?")
        try await eventually("it ends") { !watch.isRunning }
        #expect(watch.ended() == 0)
    }
}
