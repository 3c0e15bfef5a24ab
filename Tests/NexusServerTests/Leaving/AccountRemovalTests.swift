import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("The deletion of an account")
struct AccountRemovalTests {
    @Test("waits for its day, to the millisecond")
    func waits() async throws {
        let bench = try LeavingBench()
        try bench.schedule(bench.ada, at: bench.server.now.advanced(by: 1))
        #expect(try await !bench.removal().step())
        bench.server.now = bench.server.now.advanced(by: 1)
        #expect(try await bench.removal().step())
    }

    @Test("leaves messages under another name, for present and former members' clients alike")
    func keepsMessages() async throws {
        let bench = try LeavingBench()
        try bench.server.post("from Ada", in: bench.group, by: bench.ada)
        try bench.server.post("to Ben", in: bench.talk, by: bench.ada)
        let (group, talk) = try (
            bench.server.changes(of: bench.group, after: 0, for: bench.ben).cursor,
            bench.server.changes(of: bench.talk, after: 0, for: bench.ben).cursor
        )
        try bench.schedule(bench.ada)
        try await bench.finish()
        #expect(try bench.texts(of: bench.group, for: bench.ben) == ["from Ada"])
        #expect(try bench.texts(of: bench.talk, for: bench.ben) == ["to Ben"])
        for (conversation, cursor) in [(bench.group, group), (bench.talk, talk)] {
            let changes = try bench.server.changes(of: conversation, after: cursor, for: bench.ben)
            #expect(changes.members.first { $0.user == bench.ada }?.name == "Deleted account")
        }
        #expect(try bench.server.member(bench.ada, of: bench.group).hasLeft)
        #expect(try bench.server.member(bench.ben, of: bench.group).role == .owner)
        #expect(try bench.deletion(of: bench.ada) == nil)
    }

    @Test("closes direct conversations to new messages, and to nothing else")
    func closesDirectConversations() async throws {
        let bench = try LeavingBench()
        let mine = try bench.server.post("to Ada", in: bench.talk, by: bench.ben)
        let before = try bench.server.post("twice", in: bench.talk, by: bench.ben)
        try bench.schedule(bench.ada)
        try await bench.finish()
        func code(_ kind: NexusCore.Operation.Kind, id: OperationID? = nil) throws -> ErrorCode? {
            let operation = NexusCore.Operation(id: id ?? bench.server.identifier(), kind: kind)
            return try refusal { try bench.server.apply(operation, by: bench.ben) }
        }
        #expect(try code(.post(bench.talk, text: "hello?", writtenAt: bench.server.now)) == .accountDeleted)
        let repeated = NexusCore.Operation.Kind.post(bench.talk, text: "twice", writtenAt: bench.server.now)
        #expect(try code(repeated, id: before.id.retyped()) == nil, "an earlier post stays posted")
        #expect(try code(.delete(bench.talk, messages: [mine.id])) == nil)
        #expect(try code(.createDirect(bench.talk, with: bench.ada)) == nil, "it is there")
        #expect(try code(.post(bench.group, text: "hello", writtenAt: bench.server.now)) == nil)
        #expect(try bench.server.member(bench.ada, of: bench.talk).hasLeft)
        #expect(try bench.texts(of: bench.talk, for: bench.ben) == ["twice"])
        try bench.schedule(bench.ben, deletingMessages: true)
        try await bench.finish()
    }

    @Test("renames the author of messages in a group that was left before")
    func formerMember() async throws {
        let bench = try LeavingBench()
        let cursor = try bench.server.changes(of: bench.group, after: 0, for: bench.ben).cursor
        try bench.schedule(bench.cem)
        try await bench.finish()
        let changes = try bench.server.changes(of: bench.group, after: cursor, for: bench.ben)
        #expect(changes.members.map(\.name) == ["Deleted account"])
        #expect(changes.members.map(\.hasLeft) == [true])
    }

    @Test("deletes messages for everyone in bounded steps, across a restart after each, without a gap")
    func deletesMessages() async throws {
        let bench = try LeavingBench()
        for number in 1...120 { try bench.server.post("needle \(number)", in: bench.group, by: bench.ada) }
        try bench.server.post("stays", in: bench.group, by: bench.ben)
        try bench.server.post("needle", in: bench.talk, by: bench.ada)
        let before = try bench.server.changes(of: bench.group, after: 0, for: bench.ben).head
        try bench.schedule(bench.ada, deletingMessages: true)
        let steps = try await bench.finish()
        #expect(steps >= 8, "the closing, two conversations twice, three batches of messages, and the belongings")
        #expect(try bench.texts(of: bench.group, for: bench.ben) == ["stays"])
        #expect(try bench.texts(of: bench.talk, for: bench.ben).isEmpty)
        let after = try bench.server.changes(of: bench.group, after: before, for: bench.ben)
        #expect(Set(after.messages.filter(\.isDeleted).map(\.changed)).count == 3, "50, 50 and 20")
        #expect(after.head == before + 4, "and the leaving")
        let left = try bench.server.read { [ada = bench.ada] reader in
            try reader.first("SELECT COUNT(*) FROM messages WHERE sender_id = $1 AND text <> ''", .id(ada)) {
                try $0.next(Int.self)
            }
        }
        #expect(left == 0)
    }

    @Test("is given up by a cancellation that comes first, and not by one that comes later")
    func cancelled() async throws {
        let bench = try LeavingBench()
        try bench.schedule(bench.ada)
        try bench.server.write { [ada = bench.ada] in try DeletionRepository.delete(of: ada, $0) }
        #expect(try await bench.finish() == 0)
        #expect(try bench.server.member(bench.ada, of: bench.group).name == "Ada")
    }

    @Test("does not reach the only administrator, whose deletion is put off by a day")
    func onlyAdministrator() async throws {
        let bench = try LeavingBench()
        try bench.schedule(bench.ada)
        try bench.server.write { [ben = bench.ben] in
            try $0.run("UPDATE users SET suspended_at = 1 WHERE id = $1", .id(ben))
        }
        #expect(try await bench.finish() == 1)
        #expect(try bench.deletion(of: bench.ada)?.dueAt == bench.server.now.advanced(by: 86_400_000))
        #expect(try bench.server.member(bench.ada, of: bench.group).name == "Ada")
        try bench.server.write { [ben = bench.ben] in
            try $0.run("UPDATE users SET suspended_at = NULL WHERE id = $1", .id(ben))
        }
        bench.server.now = bench.server.now.advanced(by: 86_400_000)
        try await bench.finish()
        #expect(try bench.server.member(bench.ada, of: bench.group).name == "Deleted account")
    }

    @Test("of two administrators who both leave, one stays")
    func bothAdministrators() async throws {
        let bench = try LeavingBench()
        try bench.schedule(bench.ada)
        try bench.schedule(bench.ben)
        try await bench.finish()
        let left = try bench.server.read { reader in
            try reader.all("SELECT id FROM users WHERE is_administrator = 1 AND suspended_at IS NULL") {
                try $0.next(UserID.self)
            }
        }
        #expect(!left.isEmpty)
    }

    /// What stays of a deleted account, each with its reason in docs/security.md.
    static let kept: Set<String> = [
        "users.id", "members.user_id", "messages.sender_id", "model_findings.sender_id",
        "messages.pinned_by", "conversations.creator_id",
        "events.user_id", "readings.user_id", "operations.user_id", "media.owner_id", "media_usage.owner_id",
        "ai_ledger.user_id", "reports.reporter_id", "reports.sender_id", "audit.actor_id", "audit.subject_id",
        "members.removed_by", "insights.changed_by", "insights.made_by", "insight_events.user_id", "relations.other_id",
        "imports.id",
        "account_deletions.requested_by", "reset_links.creator_id",
    ]
    /// What is deleted with the account.
    static let deleted: Set<String> = [
        "sessions.user_id", "passkeys.user_id", "identities.user_id", "mails.subject_id", "settings.user_id",
        "relations.user_id",
        "mentions.user_id", "own_heads.user_id", "user_zones.user_id", "assistant_topics.user_id",
        "second_factors.user_id", "recovery_codes.user_id", "reset_links.user_id", "failed_sign_ins.user_id",
        "email_changes.user_id",
        "invitations.creator_id", "invitations.person_id", "insights.assignee_id",
        "insight_events.assignee_id", "model_findings.assignee_id",
        "account_deletions.user_id", "exports.user_id", "push_endpoints.user_id", "missed_mails.user_id",
        "reminders.user_id",
        "insight_judgements.user_id",
    ]

    @Test("decides about every column that names a person")
    func everyColumn() throws {
        let bench = try LeavingBench()
        let people = [
            "user", "owner", "sender", "creator", "person", "subject", "actor", "other", "reporter", "assignee",
        ]
        let columns = try bench.server.read { try LeavingBench.blobs($0) }
            .filter { column in people.contains { column.column == "\($0)_id" } }.map { "\($0.table).\($0.column)" }
        let known = AccountRemovalTests.kept.union(AccountRemovalTests.deleted)
        let undecided = columns.filter { !known.contains($0) }
        #expect(undecided.isEmpty, "decide whether these stay, and say so in docs/security.md")
    }

    @Test("deletes all rows that are the person's alone")
    func belongings() async throws {
        let bench = try LeavingBench()
        let server = bench.server
        try server.post("hello @Ada", in: bench.group, by: bench.ben)
        try server.apply(.updateSettings(bench.group, SettingsChange(draft: "a draft")), by: bench.ada)
        try server.apply(.updateRelation(bench.ben, RelationChange(isFavourite: true)), by: bench.ada)
        let (ada, ben, group) = (bench.ada, bench.ben, bench.group)
        let message = try server.post("to do", in: group, by: ben)
        try server.write { [now = server.now] transaction in
            try SecondFactorRepository.put(.init(secret: [1], lastStep: 0, confirmedAt: now), of: ada, transaction)
            try SecondFactorRepository.putRecoveryCodes([[1]], of: ada, transaction)
            try ResetRepository.put(
                .init(user: ada, creator: ben, expiresAt: now, removesFactor: false), tokenHash: [1], transaction)
            try FailedSignInRepository.add("192.0.2.1", of: ada, at: now, transaction)
            try AssistantRepository.putTopic(
                AssistantTopic(id: TopicID(at: now), conversation: nil, title: "t", changedAt: now, count: 1), of: ada,
                transaction)
            try transaction.run("INSERT INTO user_zones VALUES ($1, 1, 'Europe/Berlin')", .id(ada))
            let endpoint = PushEndpoint(
                id: PushEndpointID(at: now), user: ada, session: SessionID(at: now), service: .web,
                address: "https://push.example.org/a", publicKey: [], secret: [])
            try PushEndpointRepository.put(endpoint, at: now, transaction)
            try MissedMailRepository.want(group, for: ada, dueAt: now, transaction)
            try transaction.run("INSERT INTO reminders VALUES ($1, $2, 1, 1, NULL)", .id(ada), .id(message.id))
            try transaction.run("INSERT INTO mentions VALUES ($1, $2, 1)", .id(ada), .id(group))
            try transaction.run("INSERT INTO insight_judgements VALUES ('action', $1, 1, 1)", .id(ada))
            try transaction.run(
                """
                INSERT INTO mails (id, kind, recipient, content, state, attempts, created_at, due_at, expires_at, reason)
                VALUES ($1, 'device', 'ada@example.org', $2, 'waiting', 0, 1, 1, 9, '')
                """, .id(MailID(at: now)), .blob([0]))
            try transaction.run(
                """
                INSERT INTO insights (conversation_id, seq, kind, message_id, text, assignee_id, is_server_zone, level, state,
                    settled, is_closed, due_at, newness, id, place, span, confidence, is_made)
                VALUES ($1, $2, 'action', $3, 'to do', $4, 0, 'normal', 'open', 1, 0, 1, 1, $3, 0, 5, 1, 0)
                """, .id(group), .integer(message.seq), .id(message.id), .id(ada))
            try transaction.run(
                "INSERT INTO insight_events VALUES ($1, 0, 'reassigned', $1, $2, NULL, $3)", .id(message.id), .id(ben),
                .id(ada))
            try transaction.run(
                """
                INSERT INTO invitations (id, token_hash, creator_id, uses, uses_left, created_at, expires_at)
                VALUES ($1, $3, $2, 1, 1, 1, 9)
                """, .id(InvitationID(at: now)), .id(ada), .blob([1]))
        }
        let before = try bench.columns(with: ada)
        #expect(before.count > 12)
        try bench.schedule(ada)
        try await bench.finish()
        let after = try bench.columns(with: ada)
        #expect(after.subtracting(AccountRemovalTests.kept).isEmpty)
        let row = try server.read { reader in
            try reader.first("SELECT name, email, password_hash, about FROM users WHERE id = $1", .id(ada)) { row in
                [try row.next(), try row.next(), try row.next(), try row.next()] as [String]
            }
        }
        #expect(row == ["Deleted account", "\(ada.text)@deleted.invalid", "", ""])
        let mails = try server.read { try $0.first("SELECT COUNT(*) FROM mails") { try $0.next(Int.self) } }
        #expect(mails == 0)
    }

    @Test("nobody is brought together with a deleted account, and nobody takes it over")
    func unreachable() async throws {
        let bench = try LeavingBench()
        try bench.schedule(bench.ada)
        try await bench.finish()
        let server = bench.server
        #expect(
            try refusal { try server.apply(.addMembers(bench.group, users: [bench.ada]), by: bench.ben) }
                == .unknownPerson)
        #expect(try refusal { _ = try server.direct(bench.cem, bench.ada) } == .unknownPerson)
        #expect(try refusal { _ = try server.group(of: bench.cem, with: [bench.ada]) } == .unknownPerson)
        try server.read { [ada = bench.ada, ben = bench.ben] reader in
            #expect(try !AccountRepository.isUnclaimed(ada, in: reader))
            let people = try AccountRepository.people(PeopleQuery(text: ""), for: ben, in: reader)
            #expect(people.map(\.user.name) == ["Cem"])
            #expect(try ModerationRepository.account(ada, at: .zero, in: reader) == nil)
        }
        let isTaken = try server.write { [ada = bench.ada] in
            try AccountRepository.claim(ada, passwordHash: "hash", $0)
        }
        #expect(!isTaken)
    }
}
