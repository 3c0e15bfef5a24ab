import NexusCore
import Testing

@Suite("Notification settings on the wire")
struct NotificationWireTests {
    @Test("leave out what is usual, and read what a later version adds as usual")
    func settings() throws {
        var profile = Profile(
            user: User(id: UserID(high: 0, low: 1), name: "Ada", email: "ada@example.org"), showsPresence: true)
        #expect(!String(decoding: profile.json, as: UTF8.self).contains("notifications"))
        profile.notifications = profile.notifications.applying(
            NotificationChange(
                direct: .mentions, groups: .nothing, keywords: ["boiler"], quiet: QuietHours(start: 1_320, end: 420),
                urgentPasses: false, delay: 60, hidesContent: true, mail: .daily))
        let text = String(decoding: profile.notifications.json, as: UTF8.self)
        #expect(
            text
                == #"{"direct":"mentions","groups":"nothing","keywords":["boiler"],"quiet":{"start":1320,"end":420},"urgentPasses":false,"delay":60,"hidesContent":true,"mail":"daily"}"#
        )
        #expect(try Profile.decode(profile.json) == profile)
        #expect(try NotificationSettings.decode(#"{"mail":"weekly","sparkles":true}"#) == NotificationSettings())
    }

    @Test("changes name only what changes, and refuse what is out of bounds")
    func changes() throws {
        let change = Operation.Kind.updateProfile(ProfileChange(notifications: NotificationChange(mail: .off)))
        #expect(
            String(decoding: change.json, as: UTF8.self)
                == #"{"kind":"updateProfile","notifications":{"mail":"off"}}"#)
        #expect(try Operation.Kind.decode(change.json) == change)
        #expect(throws: JSONError.self) { try NotificationChange.decode(#"{"delay":301}"#) }
        #expect(throws: JSONError.self) { try NotificationChange.decode(#"{"quiet":{"start":0,"end":1440}}"#) }
        #expect(throws: JSONError.self) { try NotificationChange.decode(#"{"mail":"weekly"}"#) }
        #expect(
            try SettingsChange.decode(#"{"level":"default","sound":true}"#)
                == SettingsChange(level: .usual, playsSound: true))
    }
}
