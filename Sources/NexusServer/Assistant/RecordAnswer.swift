import NexusCore
import NexusIntelligence

/// An answer that lists records: decisions, tasks, deadlines, urgent messages or changes. No language model takes part.
enum RecordAnswer {
    /// The maximum of records in an answer.
    static let limit = 20

    static func answer(
        to question: RoutedQuestion, from insights: [CitedInsight], thresholds: InsightThresholds, utcOffset: Int
    ) -> StoredAnswer {
        var selection = RecordSelection(question.route, asker: question.asker, members: question.people.map(\.id))
        let kept = insights.filter { $0.insight.state != .dismissed }
        let replaced = replacedDecisions(among: kept)
        let records = kept.map { cited in
            var record = cited.record(by: thresholds)
            record.isReplaced = record.kind == .decision && replaced.contains(cited.insight.source)
            return record
        }
        var places = selection.places(in: records)
        if places.isEmpty, question.route.requester == .asker, case .member = question.route.assignee {
            // "What does Bob owe me?" means all that he promised if nothing was asked of him.
            var route = question.route
            route.requester = nil
            selection = RecordSelection(route, asker: question.asker, members: question.people.map(\.id))
            places = selection.places(in: records)
        }
        var chosen = places.map { kept[$0] }
        if question.route.target != .tasks {
            // An urgent request is an action item and a priority; a task with a date has no second card.
            var seen: Set<MessageID> = []
            if question.route.target != .decisions {
                chosen = chosen.filter { seen.insert($0.insight.source).inserted }
            }
        }
        var notice: String?
        if chosen.count > limit { notice = "The first \(limit) of \(chosen.count); the others are among the insights." }
        if chosen.isEmpty { notice = nothing(question) }
        let others = selection.leftOut(of: records)
        if others > 0 {
            let left =
                "\(others) more \(others == 1 ? "is" : "are") among the insights: taken on unasked, probably over, or only suggested."
            notice = [notice, left].compactMap { $0 }.joined(separator: " ")
        }
        let sources = withReplaced(Array(chosen.prefix(limit)), from: kept).map { cited, isReplaced in
            var source = source(cited, for: question.asker.user)
            if isReplaced { source.markReplaced(on: MeaningDay.words(source.writtenAt, utcOffset: utcOffset)) }
            return source
        }
        return StoredAnswer(
            kind: chosen.isEmpty ? .notFound : .quotes, sources: Array(sources.prefix(limit)), notice: notice)
    }

    /// Puts each decision that another one replaced beside that one.
    private static func withReplaced(
        _ chosen: [CitedInsight], from insights: [CitedInsight]
    ) -> [(cited: CitedInsight, isReplaced: Bool)] {
        var decisions: [MessageID: CitedInsight] = [:]
        for cited in insights where cited.insight.kind == .decision { decisions[cited.insight.source] = cited }
        let replaced = replacedDecisions(among: insights)
        var listed: [(cited: CitedInsight, isReplaced: Bool)] = []
        var seen: Set<InsightID> = []
        func isReplaced(_ cited: CitedInsight) -> Bool {
            cited.insight.kind == .decision && replaced.contains(cited.insight.source)
        }
        for cited in chosen.filter({ !isReplaced($0) }) + chosen.filter(isReplaced) {
            var next: CitedInsight? = cited
            while let one = next, seen.insert(one.insight.id).inserted {
                listed.append((one, isReplaced(one)))
                next = one.insight.kind == .decision ? one.insight.replaces.flatMap { decisions[$0] } : nil
            }
        }
        return listed
    }

    /// The messages of decisions that standing ones replaced.
    private static func replacedDecisions(among insights: [CitedInsight]) -> Set<MessageID> {
        Set(insights.compactMap { $0.insight.kind == .decision && $0.stands ? $0.insight.replaces : nil })
    }

    private static func source(_ cited: CitedInsight, for asker: UserID) -> StoredAnswer.Source {
        let insight = cited.insight
        let excerpt = Excerpt(of: cited.text, holding: insight.text, limit: Limits.excerptCharacters)
        return StoredAnswer.Source(
            message: insight.source, conversation: insight.conversation, seq: insight.seq, sender: cited.sender,
            writtenAt: insight.writtenAt, range: excerpt.range, kind: cited.citationKind, note: cited.note,
            reason: cited.reason(for: asker))
    }

    /// Says what is missing: "No deadline is ahead." The conversation's own assistant adds where.
    private static func nothing(_ question: RoutedQuestion) -> String {
        let place = question.place == nil ? "your conversations" : "this conversation"
        let route = question.route
        func name(_ party: QuestionRoute.Party?) -> String? {
            guard case .member(let member) = party, question.people.indices.contains(member) else { return nil }
            return question.people[member].name
        }
        switch route.target {
        case .tasks:
            switch (route.assignee, route.requester) {
            case (.asker, nil): return "No open task of yours was found in \(place)."
            case (.asker, let from): return "Nothing that \(name(from) ?? "others") asked of you is open in \(place)."
            case (let to, .asker): return "Nothing that you asked of \(name(to) ?? "others") is open in \(place)."
            case (.nobody, _): return "No task without an assignee was found in \(place)."
            case (let to, _):
                guard let name = name(to) else { return "No action items were found in \(place)." }
                return "No open task of \(name) was found in \(place)."
            }
        case .decisions: return "No decision was found in \(place)."
        case .deadlines: return "No deadline was found in \(place)."
        case .nextDeadline: return "No deadline is ahead in \(place)."
        case .urgent: return "Nothing urgent was found in \(place)."
        case .changes: return "No change was found in \(place)."
        case .messages, .summary, .catchUp: return "Nothing was found in \(place)."
        }
    }
}

extension CitedInsight {
    /// As answers select by it.
    func record(by thresholds: InsightThresholds) -> AnswerRecord {
        let date = insight.due.flatMap { DueDate(iso8601: $0.text) }
        let kind: AnswerRecord.Kind =
            switch insight.kind {
            case .action: .task
            case .decision: .decision
            case .deadline: .deadline
            case .priority: .urgent
            }
        let state: AnswerRecord.State =
            switch insight.state {
            case .open: .open
            case .suggestedDone: .saidDone
            case .done: .done
            case .cancelled, .dismissed: .cancelled
            }
        return AnswerRecord(
            kind: kind, state: state, sender: sender, requester: insight.assignee == sender ? nil : sender,
            assignee: insight.assignee, due: date, dueEnd: date == nil ? nil : Timestamp(milliseconds: insight.dueAt),
            isUrgent: insight.level == .high && (insight.kind == .priority || insight.kind == .action),
            writtenAt: insight.writtenAt,
            isChanged: isMoved || state == .cancelled || insight.replaces != nil
                || !insight.settled.isDisjoint(with: [.due, .assignee]),
            isSuggested: insight.certainty(by: thresholds) == .suggested,
            isSettled: insight.certainty(by: thresholds) == .confirmed, confidence: insight.confidence)
    }

    /// The word for a citation.
    var citationKind: String { insight.kind == .priority ? "urgent" : insight.kind.rawValue }

    /// Why it is shown: "Decision", "Task of Bob".
    func reason(for asker: UserID) -> String {
        switch insight.kind {
        case .decision: "Decision"
        case .deadline: "Deadline"
        case .priority: "Urgent"
        case .action:
            if insight.assignee == asker {
                "Your task"
            } else if insight.assignee != nil, let assigneeName {
                "Task of \(assigneeName)"
            } else {
                "Task"
            }
        }
    }
}
