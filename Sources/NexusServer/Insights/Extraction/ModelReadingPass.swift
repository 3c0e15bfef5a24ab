import Logging
import NexusCore
import NexusDatabase
import NexusIntelligence
import Synchronization

/// Lets a language model read new messages for insights, window by window, each once, and compares what it finds with
/// the rules (decision 0022). Whatever fails leaves the rules' insights as they are.
final class ModelReadingPass: Sendable {
    /// Failed requests for a window after which it is left to the rules.
    static let attempts = 3
    /// Milliseconds until a failed window is tried again.
    static let pause: Int64 = 600_000
    /// Conversations that are looked at in one step.
    private static let candidates = 100

    private let gateway: LanguageModelGateway
    private let database: any Database
    private let serverZone: InsightZone
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    /// Called with conversations whose insights have changed, and their members.
    private let moved: @Sendable (ConversationID, [UserID]) -> Void
    let counters = ModelReadingCounters()

    init(
        gateway: LanguageModelGateway, database: any Database, serverZone: InsightZone,
        now: @escaping @Sendable () -> Timestamp, logger: Logger,
        moved: @escaping @Sendable (ConversationID, [UserID]) -> Void
    ) {
        self.gateway = gateway
        self.database = database
        self.serverZone = serverZone
        self.now = now
        self.logger = logger
        self.moved = moved
    }

    /// Reads one window. Returns whether there may be another.
    /// - Throws: `DatabaseError`, `CancellationError`; failures of the model are noted and are none.
    func step() async throws -> Bool {
        let time = now()
        guard let room = gateway.extractionRoom else { return false }
        let behind = try await database.read { reader in
            try ModelFindingRepository.behind(
                since: time.advanced(by: -ModelWindow.age), at: time, limit: Self.candidates, reader)
        }
        for id in behind {
            let next = try await database.read { [serverZone] reader in
                try ModelWindow.next(in: id, room: room, at: time, serverZone: serverZone, reader)
            }
            switch next {
            case .waits: continue
            case .nothing(let through):
                try await database.write {
                    try ModelFindingRepository.put(ModelFindingRepository.Progress(read: through), of: id, $0)
                }
            case .window(let window):
                try await read(window)
                return true
            }
        }
        return false
    }

    private func read(_ window: ModelWindow) async throws {
        do {
            let reply = try await gateway.extract(from: window.quotes, new: window.new.count, for: window.user)
            try await keep(reply, of: window)
            counters.windowEnded(failure: nil)
        } catch let refusal as Refusal {
            try await fail(window, refusal)
        }
    }

    private func keep(_ reply: LanguageModelGateway.Extraction, of window: ModelWindow) async throws {
        let found = Self.findings(in: reply, of: window)
        counters.count(found.findings.count, refused: found.refused)
        let sent = Set(reply.quotes.map(\.id))
        let seqs = window.lines[window.new].filter { sent.contains($0.message.id) }.map(\.seq)
        let audience = try await database.write { transaction -> [UserID] in
            try ModelFindingRepository.put(
                ModelFindingRepository.Progress(read: window.through), of: window.id, transaction)
            // What was edited or closed meanwhile is left to the rules.
            guard let place = try InsightProgress.place(of: window.id, transaction), place.version == window.version,
                try InsightPolicy.mayRead(window.id, transaction)
            else { return [] }
            try ModelFindingRepository.put(
                found.findings, ofMessages: seqs, by: Prompt.extraction.mark, in: window.id, transaction)
            let comparison = try ModelComparison(in: window.id, transaction)
            guard try comparison.compare(after: window.after, through: window.through) else { return [] }
            return try MeaningRepository.members(of: window.id, transaction).map(\.id)
        }
        if !audience.isEmpty { moved(window.id, audience) }
    }

    /// The records that hold, and the number of those that do not.
    static func findings(
        in reply: LanguageModelGateway.Extraction, of window: ModelWindow
    ) -> (findings: [ModelFinding], refused: Int) {
        let records = ExtractedRecord.all(in: reply.value)
        guard let check = ExtractionCheck(window.extraction, quotes: reply.quotes) else { return ([], records.count) }
        let lines = Dictionary(window.lines.map { ($0.message.id, $0) }, uniquingKeysWith: { first, _ in first })
        var findings: [ModelFinding] = []
        var refused = 0
        for record in records {
            guard case .success(let checked) = check.check(record), let line = lines[checked.source] else {
                refused += 1
                continue
            }
            let finding = ModelFinding(checked, in: line)
            let isRepeated = findings.contains {
                $0.source == finding.source && $0.kind == finding.kind && $0.event == finding.event
                    && $0.related == finding.related && $0.span.start == finding.span.start
            }
            if !isRepeated { findings.append(finding) }
        }
        return (findings, refused)
    }

    /// Notes that a window was not read. After the last attempt the model passes over it.
    private func fail(_ window: ModelWindow, _ refusal: Refusal) async throws {
        counters.windowEnded(failure: refusal)
        logger.warning(
            "the language model did not read new messages for insights; the rules' results stay",
            metadata: ["reason": "\(refusal.code.text)"])
        let time = now()
        try await database.write { transaction in
            var progress = try ModelFindingRepository.progress(of: window.id, transaction)
            // Budgets and settings are no fault of the window, and cost nothing.
            if refusal.code == .aiFailed { progress.attempts += 1 }
            progress.retryAt = time.advanced(by: Self.pause)
            if progress.attempts >= Self.attempts {
                progress = ModelFindingRepository.Progress(read: window.through)
            }
            try ModelFindingRepository.put(progress, of: window.id, transaction)
        }
    }
}
