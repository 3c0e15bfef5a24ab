#if DEBUG
    import NexusCore

    /// A small team for previews. The core derives what screens show from it, as it does from a store.
    enum PreviewData {
        static let ada = User(id: user(1), name: "Ada Lovelace", email: "ada@example.org")
        static let ben = User(id: user(2), name: "Ben Okafor", email: "ben@example.org")
        static let chen = User(id: user(3), name: "Chen Wei", email: "chen@example.org")
        static let profile = Profile(user: ada, showsPresence: true)
        static let direct = ConversationID.direct(between: ada.id, and: ben.id)
        static let group = ConversationID(high: 0x7100, low: 0x8000_0000_0000_0002)

        static func user(_ number: UInt64) -> UserID { UserID(high: 0x7000, low: 0x8000_0000_0000_0000 + number) }

        /// Minutes after nine o'clock on the first of June 2026, UTC.
        static func time(_ minutes: Int64) -> Timestamp {
            Timestamp(milliseconds: 1_780_304_400_000 + minutes * 60_000)
        }

        static func message(
            _ seq: Seq, from sender: User, _ text: String, in conversation: ConversationID = direct,
            attachments: [Attachment] = [], replyTo: MessageID? = nil, reactions: [Reaction] = [],
            isDeleted: Bool = false, event: GroupEvent? = nil
        ) -> Message {
            Message(
                id: messageID(seq, in: conversation), conversation: conversation, seq: seq, changed: seq,
                sender: sender.id, text: text, attachments: attachments, writtenAt: time(seq * 3),
                deletedAt: isDeleted ? time(seq * 3 + 1) : nil, replyTo: replyTo, reactions: reactions, event: event)
        }

        static func messageID(_ seq: Seq, in conversation: ConversationID = direct) -> MessageID {
            MessageID(high: conversation.high, low: 0x8000_0000_0000_0000 + UInt64(max(0, seq)))
        }

        static func member(_ user: User, role: Member.Role = .member, read: Seq, hasLeft: Bool = false) -> Member {
            Member(
                user: user.id, name: user.name, role: role, hasLeft: hasLeft, joined: 1, read: read, delivered: read,
                changed: 1)
        }

        static let photo = Attachment(
            media: MediaID(high: 0x7200, low: 0x8000_0000_0000_0001), kind: .image, name: "plan.png",
            type: "image/png", bytes: 48_000, width: 800, height: 600)
        static let file = Attachment(
            media: MediaID(high: 0x7200, low: 0x8000_0000_0000_0002), kind: .file, name: "budget.pdf",
            type: "application/pdf", bytes: 120_000)
        static let voice = Attachment(
            media: MediaID(high: 0x7200, low: 0x8000_0000_0000_0003), kind: .voice, name: "voice.m4a",
            type: "audio/mp4", bytes: 32_000, duration: 65_000, waveform: [2, 9, 31, 17, 24, 5])

        static func reminder(_ number: UInt64, _ text: String, at minutes: Int64, isFired: Bool = false) -> Reminder {
            Reminder(
                insight: InsightID(high: 1, low: number), conversation: group, message: messageID(3, in: group),
                kind: .action, text: text, at: time(minutes), firedAt: isFired ? time(minutes) : nil)
        }

        static let reminders = [
            reminder(1, "Write the announcement", at: 540), reminder(3, "Check the numbers", at: 110, isFired: true),
        ]
    }
#endif
