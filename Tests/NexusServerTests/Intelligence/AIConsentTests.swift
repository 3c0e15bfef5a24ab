import NexusCore
import NexusDatabase
import NexusIntelligence
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Excluding AI from a conversation")
struct AIConsentTests {
    @Test("is a change that all members see, once, and can be undone")
    func change() throws {
        let test = try TestGateway()
        let applied = try test.server.apply(.setAI(test.group, on: false), by: test.ada)
        let change = try #require(applied.publications.first?.change)
        #expect(change.info?.allowsAI == false && change.seq == applied.acknowledgement.seq)
        #expect(applied.publications.first?.recipients.contains(test.ben) == true)
        #expect(try test.server.apply(.setAI(test.group, on: false), by: test.ada).acknowledgement.seq == 0)
        #expect(try test.server.changes(of: test.group, after: 0, for: test.ben).info?.allowsAI == false)
        test.server.restart()
        let again = try test.server.apply(.setAI(test.group, on: true), by: test.ada)
        #expect(again.publications.first?.change.info?.allowsAI == true)
    }

    @Test("is for the owner and admins of a group, and both sides of a direct conversation")
    func roles() throws {
        let test = try TestGateway()
        #expect(throws: Refusal.notAllowed) { try test.server.apply(.setAI(test.group, on: false), by: test.ben) }
        #expect(throws: Refusal.conversationGone) { try test.server.apply(.setAI(test.group, on: false), by: test.eve) }
        try test.server.apply(.setRole(test.group, user: test.ben, role: .admin), by: test.ada)
        try test.server.apply(.setAI(test.group, on: false), by: test.ben)
        let direct = try test.server.direct(test.ada, test.ben)
        try test.server.apply(.setAI(direct, on: false), by: test.ben)
        #expect(try !test.server.read { try AIConsent.allows(direct, $0) })
        try test.server.apply(.updateRelation(test.ada, RelationChange(isBlocked: true)), by: test.ben)
        #expect(throws: Never.self) { try test.server.apply(.setAI(direct, on: true), by: test.ada) }
    }

    @Test("sends nothing to the language model, and embeds nothing; word search continues")
    func leftOut() async throws {
        let test = try TestGateway()
        let vector = CompactVector([1, 0])
        let due = MeaningRepository.Due(
            conversation: test.group, seq: test.launch.seq, sender: "Ben", text: test.launch.text)
        let embedded = MeaningRepository.Embedded(message: due, vector: vector)
        try test.server.write { try MeaningRepository.keep([embedded], $0) }
        let group = test.group
        func vectors() throws -> Int {
            try test.server.read {
                try $0.first("SELECT COUNT(*) FROM message_vectors WHERE conversation_id = $1", .id(group)) {
                    try $0.next(Int.self)
                }
                    ?? 0
            }
        }
        #expect(try vectors() == 1)
        try test.server.apply(.setAI(group, on: false), by: test.ada)
        #expect(try vectors() == 0, "what was made of it is forgotten")
        try test.server.write { try MeaningRepository.keep([embedded], $0) }
        #expect(try vectors() == 0, "and what was on its way is not kept")
        #expect(try test.server.read { try MeaningRepository.behind(limit: 10, version: 0, $0) }.isEmpty)
        #expect(
            try test.server.read { try MeaningRepository.next(in: group, limit: 10, version: 0, $0).messages.elements }
                .isEmpty)

        let model = ScriptedChatModel(saying: TestGateway.answer)
        let (told, _) = try await test.ask(test.gateway(model), for: test.ada)
        #expect(told.isEmpty && model.asked.first?.quotes.isEmpty == true)

        try test.server.apply(.setAI(group, on: true), by: test.ada)
        #expect(
            try test.server.read { try MeaningRepository.behind(limit: 10, version: 0, $0) } == [group],
            "it is read anew")
    }

    @Test("hiding AI applies to all of the user's devices")
    func hidden() throws {
        let test = try TestGateway()
        let applied = try test.server.apply(.updateProfile(ProfileChange(showsAI: false)), by: test.ada)
        #expect(applied.own?.profile?.showsAI == false)
        #expect(applied.publications.isEmpty, "nobody else is told")
        let profile = try test.server.read { [ada = test.ada] in try AccountRepository.profile(of: ada, in: $0) }
        #expect(profile?.showsAI == false)
    }
}

@Suite("The ledger over HTTP", .timeLimit(.minutes(10)))
struct LedgerRouteTests {
    @Test("health names the model, and no response has the key")
    func health() async throws {
        let key = "sk-very-secret"
        for (environment, expected) in [
            ([:], #""languageModel":"none""#), (["NEXUS_AI": "off"], #""languageModel":"off""#),
            (
                ["NEXUS_AI_URL": "http://127.0.0.1:1/v1", "NEXUS_AI_MODEL": "llama3.1", "NEXUS_AI_KEY": key],
                #""languageModel":"llama3.1""#
            ),
        ] as [([String: String], String)] {
            let settings = try LanguageModelSettings(environment: environment)
            try await RunningServer.serve {
                $0.languageModel = settings
            } _: { server in
                let health = try await server.ask("GET", "/health").body
                #expect(health.contains(expected))
                let token = try await server.signUp("Ann").accessToken
                let state = try await server.ask("GET", "/v1/ai", token: token).body
                #expect(!(health + state).contains(key))
                #expect(try LanguageModelState.decode(state).isOn == (environment["NEXUS_AI"] != "off"))
            }
        }
    }

    @Test("invalid settings prevent the start, and name their variable")
    func settings() {
        for (name, value) in [
            ("NEXUS_AI", "maybe"), ("NEXUS_AI_TIMEOUT", "soon"), ("NEXUS_AI_PERSON_TOKENS", "-1"),
            ("NEXUS_AI_SERVER_REQUESTS", "many"), ("NEXUS_AI_MODEL", "alone"), ("NEXUS_AI_EXTRACTION", "maybe"),
            ("NEXUS_AI_SECOND_CHECK", "1"),
            ("NEXUS_AI_PRICE_INPUT", "1,50"), ("NEXUS_AI_PRICE_OUTPUT", "2"), ("NEXUS_AI_PERSON_MONEY", "3"),
            ("NEXUS_AI_CURRENCY", "EUR"),
        ] {
            let error = #expect(throws: ChatSettingsError.self) {
                try LanguageModelSettings(environment: [name: value])
            }
            #expect(error?.text.contains("NEXUS_AI") == true)
        }
    }

    @Test("users see their own entries, administrators all, and others none")
    func ledger() async throws {
        try await RunningServer.serve { server in
            let ann = try await server.signUp("Ann").accessToken
            let bob = try await server.signUp("Bob").accessToken
            #expect(try await server.ask("GET", "/v1/admin/ledger", token: ann).status == 200)
            #expect(try await server.ask("GET", "/v1/admin/ledger", token: bob).refusal?.code == .forbidden)
            #expect(try await server.ask("GET", "/v1/ai/ledger").status == 401)
            let own = try await server.ask("GET", "/v1/ai/ledger?before=9", token: bob)
            #expect(try LedgerPage.decode(own.body).entries.isEmpty)
        }
    }
}
