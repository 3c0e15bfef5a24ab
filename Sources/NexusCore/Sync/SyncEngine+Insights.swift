// The insights on this device: asked for by revision where the server says that they changed, and after what changes which
// ones the user sees.
extension SyncEngine {
    /// Notes whether the server keeps revisions of insights. An older one would never answer changes of them.
    mutating func welcomeInsights(_ welcome: Welcome) -> [SyncEffect] {
        hasInsights = welcome.hasInsights
        guard welcome.hasInsights else {
            var effects: [SyncEffect] = []
            for entry in outbox.entries where entry.state == .waiting {
                guard case .insight(let conversation, _) = entry.operation.kind,
                    let failed = outbox.settle(entry.operation.id, as: .failed(.insightsTooOld))
                else { continue }
                effects += [
                    .store([.putOperation(failed)]), .insightsChanged(conversation),
                    .refused(entry.operation.id, .insightsTooOld),
                ]
            }
            return effects
        }
        if welcome.profile != profile {
            wantAllInsights()
        } else {
            for id in Array(conversations.keys).arranged(by: <) where needsInsights(of: id) { wantInsights(of: id) }
        }
        return []
    }

    /// Whether the insights of a conversation must be asked for, even if the discovery says that none changed.
    private func needsInsights(of id: ConversationID) -> Bool {
        guard let state = insights[id], state.isCurrent else { return true }
        return knownInsights == 0 && !state.rows.isEmpty
    }

    /// The revision up to which no conversation has other insights than this device; 0 before a discovery, and while what
    /// they depend on has changed.
    var knownInsights: Seq { areInsightsUnsettled ? 0 : insightsThrough }

    /// What the user sees of insights has changed, and they are asked for: a device that stops before the answers asks again.
    mutating func unsettleInsights() -> [StoreMutation] {
        guard hasInsights == true, knownInsights > 0 else { return [] }
        areInsightsUnsettled = true
        return [.putInsightsThrough(0)]
    }

    mutating func wantAllInsights() {
        for id in Array(conversations.keys).arranged(by: <) { wantInsights(of: id) }
    }

    /// Asks for the changed insights of a conversation, once more if an answer is on its way.
    mutating func wantInsights(of id: ConversationID) {
        guard hasInsights == true, let state = conversations[id], !state.isLocalOnly else { return }
        if catchUp.hasAsked(.insights(id)) { insightsAgain.insert(id) } else { catchUp.want(.insights(id)) }
    }

    /// The server says that insights of a conversation changed.
    mutating func insightsMoved(in id: ConversationID) -> [SyncEffect] {
        wantInsights(of: id)
        return catchUp.wants(.insights(id)) ? [] : [.insightsChanged(id)]
    }

    mutating func take(_ moved: MovedInsights) {
        for id in moved.conversations { wantInsights(of: id) }
        insightsDiscovered = moved.through
    }

    mutating func take(_ answer: InsightRows) -> [SyncEffect] {
        let id = answer.conversation
        guard conversations[id].hasValue, catchUp.wants(.insights(id)) else { return [] }
        var state = insights[id] ?? InsightState()
        let outcome = state.apply(answer)
        guard outcome != .stale else { return [] }
        catchUp.settle(.insights(id))
        let isAgain = insightsAgain.remove(id).hasValue
        guard outcome == .taken else {
            insights[id]?.cursor = 0
            catchUp.want(.insights(id))
            return []
        }
        insights[id] = state
        if isAgain { catchUp.want(.insights(id)) }
        var mutations: [StoreMutation] = [
            .putInsights(id, cursor: state.cursor, keeping: answer.ids, rows: answer.rows)
        ]
        for operation in outbox.removeAcknowledged(in: .insights(id), through: state.cursor) {
            mutations.append(.removeOperation(operation))
        }
        return [.store(mutations), .insightsChanged(id)]
    }

    /// Once all changed insights have arrived, the next discovery asks for later ones.
    mutating func finishInsights() -> [SyncEffect] {
        guard !catchUp.wantsInsights, insightsDiscovered.hasValue || areInsightsUnsettled else { return [] }
        let through = insightsDiscovered ?? insightsThrough
        insightsDiscovered = nil
        guard through != knownInsights else { return [] }
        insightsThrough = through
        areInsightsUnsettled = false
        return [.store([.putInsightsThrough(through)])]
    }

    /// The server has changed insights for the user. The operation stays until the rows arrive, so that a screen does not
    /// show the former ones meanwhile.
    mutating func acknowledgedInsight(
        _ acknowledgement: Acknowledgement, in conversation: ConversationID
    ) -> [SyncEffect] {
        let id = acknowledgement.operation
        if acknowledgement.seq > insights[conversation]?.cursor ?? 0, conversations[conversation].hasValue {
            wantInsights(of: conversation)
            if catchUp.wants(.insights(conversation)),
                let settled = outbox.settle(id, as: .acknowledged(acknowledgement.seq))
            {
                return [.store([.putOperation(settled)]), .insightsChanged(conversation)]
            }
        }
        outbox.remove(id)
        return [.store([.removeOperation(id)]), .insightsChanged(conversation)]
    }

    /// The revisions on this device are of an earlier epoch.
    mutating func outdateInsights() -> [StoreMutation] {
        insightsDiscovered = nil
        insightsAgain = []
        insightsThrough = 0
        areInsightsUnsettled = false
        for id in Array(insights.keys) { insights[id]?.cursor = 0 }
        wantAllInsights()
        return [.outdateInsights]
    }
}

extension InsightState {
    /// Whether it is of this epoch.
    fileprivate var isCurrent: Bool { cursor > 0 || rows.isEmpty }
}

extension OutboxEntry {
    /// Tells the screens of insights of a change of this entry.
    var redraw: [SyncEffect] {
        if case .insight(let id, _) = operation.kind { [.insightsChanged(id)] } else { [] }
    }
}

extension InsightMutation {
    /// The same with its texts as the server stores them.
    func accepted() throws(TextProblem) -> InsightMutation {
        switch self {
        case .change(let id, var change):
            if let text = change.text { change.text = try TextRule.message(text) }
            return .change(id, change)
        case .make(var new):
            if let text = new.text { new.text = try TextRule.message(text) }
            return .make(new)
        case .split(var split):
            split.text = try TextRule.message(split.text)
            if let rest = split.rest { split.rest = try TextRule.message(rest) }
            return .split(split)
        case .merge(var merge):
            if let text = merge.text { merge.text = try TextRule.message(text) }
            return .merge(merge)
        }
    }
}

extension Refusal {
    /// The server is older than changes of insights by operations.
    public static let insightsTooOld = Refusal(
        .notFound, "This server is too old for that. Ask its administrator to update it, then try again.")
}
