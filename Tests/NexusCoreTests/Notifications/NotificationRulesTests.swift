import NexusCore
import Testing

@Suite("Who is told of a message")
struct NotificationRulesTests {
    static let me = UserID(high: 1, low: 1)
    static let ada = UserID(high: 1, low: 2)
    static let now = Timestamp(milliseconds: 1_000_000)

    /// A message by Ada to a group, of which the recipient is told by default.
    struct Case {
        var message = Message(
            id: MessageID(high: 2, low: 1), conversation: ConversationID(high: 3, low: 1), seq: 7, changed: 7,
            sender: ada, text: "The boiler is broken", writtenAt: now)
        var recipient = NotificationRules.Recipient(
            user: me, settings: NotificationSettings(),
            conversation: ConversationSettings(conversation: ConversationID(high: 3, low: 1)), isDirect: false,
            read: 6, minute: 600)
        var repliesTo: UserID?
        var isUrgent = false

        init(_ change: (inout Case) -> Void = { _ in }) { change(&self) }

        var decision: NotificationDecision {
            NotificationRules.decide(message, repliesTo: repliesTo, isUrgent: isUrgent, for: recipient, at: now)
        }

        mutating func mention() { message.mentions = [Mention(user: me, start: 0, length: 3)] }
    }

    static let table: [(String, Case, NotificationDecision)] = [
        ("a message of a group", Case(), .tell(.group)),
        ("a direct message", Case { $0.recipient.isDirect = true }, .tell(.direct)),
        ("one's own", Case { $0.message.sender = me }, .nothing(.own)),
        ("a deleted one", Case { $0.message = $0.message.deleted(by: 8, at: now) }, .nothing(.gone)),
        ("an event of the group", Case { $0.message.event = GroupEvent(.left) }, .nothing(.gone)),
        ("one deleted for oneself", Case { $0.recipient.conversation.hidden = [7] }, .nothing(.gone)),
        ("one in a cleared conversation", Case { $0.recipient.conversation.clearedThrough = 7 }, .nothing(.gone)),
        ("a blocked sender's", Case { $0.recipient.blocksSender = true }, .nothing(.blocked)),
        ("one that was read", Case { $0.recipient.read = 7 }, .nothing(.read)),
        ("one on the screen", Case { $0.recipient.device = .showsConversation }, .nothing(.shown)),
        ("on the device in use", Case { $0.recipient.device = .active }, .tell(.group)),
        (
            "while another device is in use", Case { $0.recipient.device = .activeElsewhere },
            .tell(.group, after: 15_000)
        ),
        (
            "with a delay of its own",
            Case {
                $0.recipient.device = .activeElsewhere
                $0.recipient.settings.delay = 60
            }, .tell(.group, after: 60_000)
        ),
        (
            "in a muted conversation", Case { $0.recipient.conversation.mutedUntil = .init(milliseconds: 1_000_001) },
            .nothing(.muted)
        ),
        ("after the end of a mute", Case { $0.recipient.conversation.mutedUntil = now }, .tell(.group)),
        (
            "a mention in a muted conversation",
            Case {
                $0.recipient.conversation.mutedUntil = ConversationSettings.always
                $0.mention()
            }, .tell(.mention)
        ),
        (
            "a reply in a muted conversation",
            Case {
                $0.recipient.conversation.mutedUntil = ConversationSettings.always
                $0.repliesTo = me
            }, .nothing(.muted)
        ),
        ("with mentions only, no mention", Case { $0.recipient.settings.groups = .mentions }, .badge(.noMention)),
        (
            "with mentions only, a mention",
            Case {
                $0.recipient.settings.groups = .mentions
                $0.mention()
            }, .tell(.mention)
        ),
        (
            "with mentions only, a reply to oneself",
            Case {
                $0.recipient.settings.groups = .mentions
                $0.repliesTo = me
            }, .tell(.reply)
        ),
        (
            "with mentions only, a reply to another",
            Case {
                $0.recipient.settings.groups = .mentions
                $0.repliesTo = ada
            }, .badge(.noMention)
        ),
        (
            "with mentions only, a keyword",
            Case {
                $0.recipient.settings.groups = .mentions
                $0.recipient.settings.keywords = ["BOILER"]
            }, .tell(.keyword)
        ),
        (
            "with mentions only, a part of a word",
            Case {
                $0.recipient.settings.groups = .mentions
                $0.recipient.settings.keywords = ["boil"]
            }, .badge(.noMention)
        ),
        (
            "a phrase, whatever its case and spaces",
            Case {
                $0.recipient.settings.groups = .mentions
                $0.recipient.settings.keywords = ["is  Broken"]
            }, .tell(.keyword)
        ),
        ("groups silent, direct not", Case { $0.recipient.settings.groups = .nothing }, .badge(.silent)),
        (
            "direct messages follow their own level",
            Case {
                $0.recipient.settings.groups = .nothing
                $0.recipient.isDirect = true
            }, .tell(.direct)
        ),
        (
            "silence holds for mentions too",
            Case {
                $0.recipient.settings.groups = .nothing
                $0.mention()
            }, .badge(.silent)
        ),
        (
            "a conversation's level wins over the usual one",
            Case {
                $0.recipient.settings.groups = .nothing
                $0.recipient.conversation.level = .all
            }, .tell(.group)
        ),
        ("a silent conversation", Case { $0.recipient.conversation.level = .nothing }, .badge(.silent)),
        (
            "in quiet hours", Case { $0.recipient.settings.quiet = QuietHours(start: 540, end: 601) },
            .badge(.quietHours)
        ),
        (
            "at the end of quiet hours", Case { $0.recipient.settings.quiet = QuietHours(start: 540, end: 600) },
            .tell(.group)
        ),
        (
            "in quiet hours over midnight", Case { $0.recipient.settings.quiet = QuietHours(start: 1_320, end: 601) },
            .badge(.quietHours)
        ),
        (
            "outside quiet hours over midnight",
            Case { $0.recipient.settings.quiet = QuietHours(start: 1_320, end: 420) }, .tell(.group)
        ),
        (
            "an urgent one in quiet hours",
            Case {
                $0.recipient.settings.quiet = QuietHours(start: 540, end: 700)
                $0.isUrgent = true
            }, .tell(.urgent)
        ),
        (
            "an urgent one that may not pass",
            Case {
                $0.recipient.settings.quiet = QuietHours(start: 540, end: 700)
                $0.recipient.settings.urgentPasses = false
                $0.isUrgent = true
            }, .badge(.quietHours)
        ),
    ]

    @Test("follows from the message, the settings and the device", arguments: table.indices)
    func decides(row: Int) {
        let (name, scene, decision) = Self.table[row]
        #expect(scene.decision == decision, "\(name)")
    }

    @Test("holds its promises for every combination of settings")
    func promises() {
        var told = 0
        for bits in 0..<(1 << 11) {
            func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
            for device in [NotificationRules.Device.idle, .active, .activeElsewhere, .showsConversation] {
                for level in ConversationLevel.allCases {
                    for usual in NotificationLevel.allCases {
                        let scene = Case { scene in
                            if bit(0) { scene.message.sender = Self.me }
                            scene.recipient.blocksSender = bit(1)
                            if bit(2) { scene.recipient.read = 7 }
                            if bit(3) { scene.mention() }
                            if bit(4) { scene.repliesTo = Self.me }
                            if bit(5) { scene.recipient.settings.keywords = ["broken"] }
                            if bit(6) { scene.recipient.conversation.mutedUntil = ConversationSettings.always }
                            if bit(7) { scene.recipient.settings.quiet = QuietHours(start: 0, end: 1_439) }
                            scene.isUrgent = bit(8)
                            scene.recipient.settings.urgentPasses = bit(9)
                            scene.recipient.isDirect = bit(10)
                            scene.recipient.device = device
                            scene.recipient.conversation.level = level
                            scene.recipient.settings.direct = usual
                            scene.recipient.settings.groups = usual
                        }
                        let decision = scene.decision
                        guard case .tell(let reason, let delay) = decision else { continue }
                        told += 1
                        #expect(!bit(0) && !bit(1) && !bit(2) && device != .showsConversation, "\(scene)")
                        #expect(!bit(6) || bit(3), "a mute lets only mentions pass: \(scene)")
                        #expect(level.level(usually: usual) != .nothing, "\(scene)")
                        #expect(level.level(usually: usual) == .all || bit(3) || bit(4) || bit(5), "\(scene)")
                        #expect(bit(7) == (reason == .urgent) && (!bit(7) || bit(8) && bit(9)), "\(scene)")
                        #expect((delay > 0) == (device == .activeElsewhere), "\(scene)")
                    }
                }
            }
        }
        #expect(told > 1_000)
    }

    @Test("settings take a change field by field, and name the limit that a change exceeds")
    func changes() throws {
        var settings = NotificationSettings()
        settings = settings.applying(NotificationChange(groups: .mentions, quiet: QuietHours(start: 1_320, end: 420)))
        settings = settings.applying(NotificationChange(keywords: ["boiler"], mail: .daily))
        #expect(settings.groups == .mentions && settings.direct == .all && settings.mail == .daily)
        #expect(settings.quiet == QuietHours(start: 1_320, end: 420))
        #expect(settings.applying(NotificationChange(quiet: QuietHours(start: 5, end: 5))).quiet == .off)
        #expect(NotificationSettings(stored: settings.stored) == settings)
        #expect(NotificationSettings().stored.isEmpty)
        #expect(NotificationSettings(stored: "damaged") == NotificationSettings())
        #expect(NotificationSettings(stored: #"{"groups":"later","delay":3}"#).delay == 3, "a word of a later version")

        let longest = String(repeating: "é", count: NotificationSettings.keywordCharacters)
        #expect(try NotificationChange(keywords: [" a ", "a", "", longest]).accepted().keywords == ["a", longest])
        let many = (0..<NotificationSettings.keywordLimit).map { "word \($0)" }
        #expect(try NotificationChange(keywords: many).accepted().keywords == many)
        for refused in [
            NotificationChange(keywords: [longest + "e"]), NotificationChange(keywords: many + ["one more"]),
            NotificationChange(quiet: QuietHours(start: 0, end: 1_440)),
            NotificationChange(quiet: QuietHours(start: -1, end: 3)), NotificationChange(delay: 301),
        ] {
            #expect(throws: Refusal.self) { try refused.accepted() }
        }
        #expect(try NotificationChange(quiet: QuietHours(start: 1_439, end: 0), delay: 300).accepted().delay == 300)
    }
}
