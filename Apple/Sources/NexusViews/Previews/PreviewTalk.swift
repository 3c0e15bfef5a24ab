#if DEBUG
    import NexusCore

    /// A conversation for previews: stored messages, positions, and what waits to be sent.
    struct PreviewTalk {
        var info: Conversation
        var messages: [Message]
        var members: [Member]
        var read: Seq
        var outbox: [OutboxEntry] = []

        /// A direct conversation with messages of every kind.
        static let direct = PreviewTalk(
            info: Conversation(
                id: PreviewData.direct, kind: .direct, title: nil, creator: PreviewData.ada.id,
                createdAt: PreviewData.time(0), changed: 1),
            messages: [
                PreviewData.message(1, from: PreviewData.ben, "Is the build *green*?"),
                PreviewData.message(
                    2, from: PreviewData.ada, "Yes, since noon.", replyTo: PreviewData.messageID(1),
                    reactions: [Reaction(emoji: "🎉", users: [PreviewData.ben.id])]),
                PreviewData.message(3, from: PreviewData.ben, "The plan", attachments: [PreviewData.photo]),
                PreviewData.message(4, from: PreviewData.ben, "", attachments: [PreviewData.file, PreviewData.voice]),
                PreviewData.message(5, from: PreviewData.ada, "", isDeleted: true),
            ],
            members: [
                PreviewData.member(PreviewData.ada, read: 5), PreviewData.member(PreviewData.ben, read: 2),
            ], read: 5)

        /// A group with unread messages.
        static let group = PreviewTalk(
            info: Conversation(
                id: PreviewData.group, kind: .group, title: "Launch", creator: PreviewData.ada.id,
                createdAt: PreviewData.time(0), about: "Everything for the launch in June", changed: 1),
            messages: [
                PreviewData.message(
                    1, from: PreviewData.ada, "", in: PreviewData.group, event: GroupEvent(.title, text: "Launch")),
                PreviewData.message(2, from: PreviewData.ada, "The date is Friday.", in: PreviewData.group),
                PreviewData.message(3, from: PreviewData.ben, "I write the announcement.", in: PreviewData.group),
                PreviewData.message(4, from: PreviewData.chen, "And I check the numbers.", in: PreviewData.group),
            ],
            members: [
                PreviewData.member(PreviewData.ada, role: .owner, read: 2),
                PreviewData.member(PreviewData.ben, read: 4), PreviewData.member(PreviewData.chen, read: 4),
            ], read: 2)

        /// The same with a message that the user has written.
        func writing(_ text: String, refused refusal: Refusal? = nil) -> PreviewTalk {
            var talk = self
            let id = OperationID(high: 0x7300, low: 0x8000_0000_0000_0001 + UInt64(outbox.count))
            let post = Post(text: text, writtenAt: PreviewData.time(60))
            talk.outbox.append(
                OutboxEntry(
                    operation: Operation(id: id, kind: .post(info.id, post)), order: Int64(outbox.count),
                    state: refusal.map { .failed($0) } ?? .waiting, createdAt: PreviewData.time(60)))
            return talk
        }

        /// The same without a message.
        var empty: PreviewTalk {
            var talk = self
            talk.messages = []
            return talk
        }

        /// The same after the user has left.
        var left: PreviewTalk {
            var talk = self
            if let mine = talk.members.firstIndex(where: { $0.user == PreviewData.ada.id }) {
                talk.members[mine].hasLeft = true
            }
            return talk
        }

        var newest: Seq { messages.last?.seq ?? 0 }

        var item: SyncSnapshot.Item {
            let unread = messages.filter { $0.seq > read && $0.sender != PreviewData.ada.id }.map(\.seq)
            return SyncSnapshot.Item(
                record: ConversationRecord(info: info, cursor: newest, head: newest, read: read), members: members,
                newest: messages.last, unread: unread)
        }

        /// Its rows, as a screen that was opened now shows them.
        var rows: [TimelineRow] {
            let isUnread = messages.contains { $0.seq > read && $0.sender != PreviewData.ada.id }
            return TimelineScreen(
                me: PreviewData.ada.id, members: members, readWhenOpened: isUnread ? read : nil, isOnline: false
            ).rows(messages: messages, outbox: outbox)
        }
    }

    extension SyncEngine {
        /// The engine of a device that holds these conversations.
        init(previewing talks: [PreviewTalk]) {
            self.init(
                restoring: SyncSnapshot(
                    profile: PreviewData.profile, conversations: talks.map(\.item), outbox: talks.flatMap(\.outbox)),
                seed: DeviceRandom(seed: (1, 2, 3, 4)))
        }
    }
#endif
