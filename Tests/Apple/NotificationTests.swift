import Foundation
@_spi(Host) import Intents
import NexusClient
import NexusCore
import NexusTestSupport
import Synchronization
import Testing
@_spi(Host) import UserNotifications

@testable import NexusNotifications
@testable import NexusServer
@testable import NexusSystem
@testable import NexusViews

/// The notification service extension over what the server really writes and encrypts.
@Suite("Notifications on a device of Apple")
struct NotificationTests {
    private static let keys = PushKeys()

    private static let message = PushContent(
        kind: .message, conversation: PreviewData.group, message: PreviewData.messageID(3, in: PreviewData.group),
        sender: PreviewData.ben.id, senderName: "Ben Okafor", title: "Launch (2)",
        text: "Ben Okafor: I write \"it\" 👩‍🚀.", badge: 2, playsSound: true, page: "https://chat.example.org/c/1")

    private struct Keys: PushKeyStore {
        var held: PushKeys?
        func load() throws(ClientError) -> PushKeys? { held }
        func save(_ keys: PushKeys) throws(ClientError) {}
        func remove() throws(ClientError) {}
    }

    /// What Apple delivers of a relay's push.
    private static func relayed(_ content: PushContent) throws -> [AnyHashable: Any] {
        let endpoint = PushRegistration.relay(.apple([1, 2]), keys: keys)
        let key = try #require(Base64URL.bytes(of: endpoint.key))
        let secret = try #require(Base64URL.bytes(of: endpoint.secret))
        let encryption = try #require(WebPushEncryption(publicKey: key, secret: secret))
        let plaintext = try #require(WebPushPayload.bytes(content, limit: RelayedPush.plaintextBytes))
        let record = try encryption.seal(plaintext, padding: RelayPushTransport.padding(of: plaintext.count))
        return try payload(
            RelayPayload.apple(
                RelayedPush(
                    service: .apns, token: "00", urgency: content.kind == .withdrawal ? .normal : .high, life: 60,
                    collapseKey: "k", ciphertext: Base64URL.text(of: record))))
    }

    private static func payload(_ bytes: [UInt8]) throws -> [AnyHashable: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    private static func arrived(_ userInfo: [AnyHashable: Any]) -> UNNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "Nexus"
        content.body = "New message"
        content.sound = .default
        content.userInfo = userInfo
        return content
    }

    /// What the extension delivers.
    private static func delivered(
        _ userInfo: [AnyHashable: Any], keys: PushKeys? = keys, picture: [UInt8]? = nil
    ) async -> UNNotificationContent {
        let pictures = picture.map { ScriptedSystem(picture: $0) }
        let opener = NotificationOpener(keys: Keys(held: keys), pictures: pictures)
        // Content of the system is not marked as sendable.
        struct Shown: @unchecked Sendable { let content: UNNotificationContent }
        return await withCheckedContinuation { continuation in
            _ = opener.receive(arrived(userInfo)) { continuation.resume(returning: Shown(content: $0)) }
        }.content
    }

    @Test("a message of a relay is decrypted, and shown with its sender, group, thread, place and badge")
    func relayed() async throws {
        let userInfo = try Self.relayed(Self.message)
        // With a space, which a ciphertext in base64 never has.
        #expect(!"\(userInfo)".contains("Ben Okafor"), "the relay and Apple see nothing")
        let content = await Self.delivered(userInfo, picture: [9, 9])
        #expect(content.title == "Launch (2)" && content.body == "I write \"it\" 👩‍🚀." && content.badge == 2)
        #expect(content.threadIdentifier == PreviewData.group.text && content.categoryIdentifier == "message")
        #expect(content.sound == .default)
        #expect(NotificationPlace(userInfo: content.userInfo)?.message == Self.message.message)
        let intent = try #require(content.provider as? INSendMessageIntent)
        #expect(intent.sender?.displayName == "Ben Okafor" && intent.sender?.image?.data == Data([9, 9]))
        #expect(intent.sender?.customIdentifier == PreviewData.ben.id.text)
        #expect(intent.speakableGroupName?.spokenPhrase == "Launch (2)")
        #expect(intent.conversationIdentifier == PreviewData.group.text)
    }

    @Test("a message of a server with the app's own key is shown alike, and a direct one has no group")
    func plain() async throws {
        var direct = Self.message
        (direct.title, direct.text) = ("Ben Okafor", "Lunch: now?")
        let content = await Self.delivered(
            try Self.payload(try #require(ApplePushPayload.bytes(direct))), keys: nil, picture: [1])
        #expect(content.title == "Ben Okafor" && content.body == "Lunch: now?" && content.badge == 2)
        #expect(content.threadIdentifier == PreviewData.group.text && content.categoryIdentifier == "message")
        let intent = try #require(content.provider as? INSendMessageIntent)
        #expect(intent.speakableGroupName == nil && intent.content == "Lunch: now?")
    }

    @Test("without sender, as hidden content, a reminder and a test are, there is no person and no wait for a picture")
    func withoutSender() async throws {
        var hidden = Self.message
        (hidden.sender, hidden.senderName, hidden.title, hidden.text) = (nil, nil, "Nexus", "New message")
        for userInfo in [
            try Self.relayed(hidden), try Self.payload(try #require(ApplePushPayload.bytes(hidden))),
        ] {
            let content = await Self.delivered(userInfo, picture: [1])
            #expect(content.body == "New message" && content.provider == nil && content.categoryIdentifier == "message")
        }
        var reminder = Self.message
        (reminder.kind, reminder.sender, reminder.senderName) = (.reminder, nil, nil)
        let reminded = await Self.delivered(try Self.relayed(reminder))
        #expect(reminded.body == Self.message.text && reminded.categoryIdentifier.isEmpty)
        let test = await Self.delivered(
            try Self.relayed(PushContent(kind: .test, title: "Nexus", text: "It works", badge: 0, page: "")))
        #expect(test.body == "It works" && NotificationPlace(userInfo: test.userInfo) == nil)
    }

    @Test("what the device cannot read keeps its neutral text")
    func unreadable() async throws {
        let userInfo = try Self.relayed(Self.message)
        for (payload, keys) in [
            (userInfo, nil), (userInfo, PushKeys()), (["nexus": "AAAA"], Self.keys), ([:], Self.keys),
        ]
            as [([AnyHashable: Any], PushKeys?)]
        {
            let content = await Self.delivered(payload, keys: keys)
            #expect(content.title == "Nexus" && content.body == "New message" && content.provider == nil)
        }
    }

    @Test("when the time ends the text is delivered without the picture, and nothing after it")
    func expires() async throws {
        let opener = NotificationOpener(keys: Keys(held: Self.keys), pictures: ScriptedSystem())
        let shown = Mutex<[String]>([])
        let pending = opener.receive(Self.arrived(try Self.relayed(Self.message))) { content in
            let text = content.body
            shown.withLock { $0.append(text) }
        }
        #expect(shown.withLock { $0 }.isEmpty)
        pending.deliver()
        pending.deliver()
        #expect(shown.withLock { $0 } == ["I write \"it\" 👩‍🚀."])
    }

    @Test("the extension itself answers each request, also with no keys on the device")
    func entry() async throws {
        let service = NotificationService()
        let request = UNNotificationRequest(
            identifier: "1", content: Self.arrived(try Self.relayed(Self.message)), trigger: nil)
        let shown = Mutex<[String]>([])
        service.didReceive(request) { content in
            let text = content.body
            shown.withLock { $0.append(text) }
        }
        service.serviceExtensionTimeWillExpire()
        #expect(shown.withLock { $0 } == ["New message"])
    }

    @Test("a withdrawal names the notifications of its conversation alone")
    func withdrawal() throws {
        let gone = PushContent(
            kind: .withdrawal, conversation: PreviewData.group, title: "", text: "", badge: 1, page: "")
        for userInfo in [try Self.relayed(gone), try Self.payload(try #require(ApplePushPayload.bytes(gone)))] {
            let read = try #require(NotificationOpener(keys: Keys(held: Self.keys), pictures: nil).open(userInfo))
            #expect(read.kind == .withdrawal && read.conversation == PreviewData.group && read.badge == 1)
        }
        let shown = [PreviewData.group, PreviewData.direct].map { conversation in
            let content = UNMutableNotificationContent()
            content.threadIdentifier = conversation.text
            return UNNotificationRequest(identifier: "of \(conversation.text)", content: content, trigger: nil)
        }
        #expect(
            DeliveredNotifications.identifiers(of: PreviewData.group, in: shown) == ["of \(PreviewData.group.text)"])
    }

    private static func response(_ action: String, text: String? = nil, place: Bool = true) -> UNNotificationResponse {
        let content = UNMutableNotificationContent()
        if place { content.userInfo = NotificationPlace(PreviewData.group).userInfo }
        let shown = UNNotification(request: UNNotificationRequest(identifier: "1", content: content, trigger: nil))
        if let text {
            return UNTextInputNotificationResponse(notification: shown, actionIdentifier: action, userText: text)
        }
        return UNNotificationResponse(notification: shown, actionIdentifier: action)
    }

    @Test("a tap, a reply and \"Mark as read\" are told apart; a dismissal is none of them")
    func answers() {
        let place = NotificationPlace(PreviewData.group)
        #expect(NotificationAnswer(Self.response(UNNotificationDefaultActionIdentifier)) == .opened(place))
        #expect(NotificationAnswer(Self.response("reply", text: "Yes")) == .replied("Yes", place))
        #expect(NotificationAnswer(Self.response("read")) == .markedRead(place))
        #expect(NotificationAnswer(Self.response("dismiss")) == nil)
        #expect(NotificationAnswer(Self.response("read", place: false)) == nil)
        #expect(NotificationActions.message.identifier == "message")
        #expect(NotificationActions.message.actions.map(\.identifier) == ["reply", "read"])
    }

    @Test("a reply is queued, sent and marks as read; blank text sends nothing; a tap leads to the place")
    func responds() async throws {
        let place = NotificationPlace(PreviewData.group, message: PreviewData.messageID(3, in: PreviewData.group))
        let service = ScriptedSystem()
        let responder = NotificationResponder(service)
        #expect(try await responder.perform(.opened(place)) == place)
        #expect(try await responder.perform(.replied("  ", place)) == nil)
        #expect(service.log.withLock { $0.sent.isEmpty && $0.read.isEmpty })
        #expect(try await responder.perform(.replied("Yes", place)) == nil)
        #expect(service.log.withLock { $0.sent } == [.init(text: "Yes", conversation: PreviewData.group)])
        #expect(service.log.withLock { $0.read } == [PreviewData.group])
        #expect(try await responder.perform(.markedRead(place)) == nil)
        #expect(service.log.withLock { $0.read.count } == 2)
        await #expect(throws: ClientError.self) {
            try await NotificationResponder(ScriptedSystem(refusesAfter: 0)).perform(.replied("Yes", place))
        }
    }

    private final class Offered: PushDeviceService, NotificationAnswering {
        let system = ScriptedSystem()
        func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent> {
            AsyncStream { $0.finish() }
        }
        func account() async throws(ClientError) -> Account? { nil }
        func pushInfo() async throws(ClientError) -> PushInfo { PushInfo(services: ["relay"]) }
        func registerPush(_ registration: PushRegistration) async throws(ClientError) {}
        func conversation(_ id: ConversationID) async throws(ClientError) -> ConversationState? {
            try await system.conversation(id)
        }
        func send(
            _ text: String, in conversation: ConversationID, replyingTo original: MessageID?,
            mentioning mentioned: [UserID]
        ) async throws(ClientError) -> MessageID {
            try await system.send(text, in: conversation, replyingTo: original, mentioning: mentioned)
        }
        func markRead(_ conversation: ConversationID, through seq: Seq?) async throws(ClientError) {
            try await system.markRead(conversation, through: seq)
        }
        func sync(within time: Duration) async throws(ClientError) -> SyncSummary {
            try await system.sync(within: time)
        }
    }

    @Test("the app goes where a tap leads, and releases the profile after work in the background") @MainActor
    func app() async throws {
        final class Seen {
            var opened: [ConversationID] = []
            var rests = 0
            var wakes = 0
        }
        let (service, seen) = (Offered(), Seen())
        let app = AppNotifications(
            service, keys: Keys(held: Self.keys), isSandbox: false, open: { seen.opened.append($0.conversation) },
            wake: { seen.wakes += 1 }, rest: { seen.rests += 1 })
        app.begin()
        let center = UNUserNotificationCenter.current()
        let delegate = try #require(center.delegate)
        for response in [
            Self.response(UNNotificationDefaultActionIdentifier), Self.response("reply", text: "Yes"),
            Self.response("dismiss"),
        ] {
            await withCheckedContinuation { continuation in
                delegate.userNotificationCenter(center, didReceive: response) { continuation.resume() }
            }
        }
        #expect(seen.opened == [PreviewData.group] && seen.rests == 1)
        #expect(service.system.log.withLock { $0.sent.map(\.text) } == ["Yes"])
        let gone = PushContent(
            kind: .withdrawal, conversation: PreviewData.group, title: "", text: "", badge: 0, page: "")
        #expect(await app.received(app.read(try Self.relayed(gone))) == false)
        #expect(seen.rests == 2)
    }
}
