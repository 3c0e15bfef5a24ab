import NexusCore

extension ClauseReader {
    /// Reads a message.
    ///
    /// - Parameters:
    ///   - meaning: of its token states; nil without a model.
    ///   - context: the messages before; this one joins them.
    func reading(of message: InsightMessage, meaning: MessageMeaning?, context: inout TurnContext) -> MessageReading {
        let answered = context.answered(by: message)
        let reads = read(message, meaning: meaning, context: &context)
        var reading = MessageReading()
        let words = reads.flatMap(\.clause.words)
        reading.stems = Stems.of(words)
        reading.isShort = words.count <= 8
        reading.named = words.indices.compactMap { rules.names.member(words, at: $0) }
        let dates = reads.flatMap(\.dates)
        reading.due = (dates.first { $0.lead == .limit } ?? dates.first)?.due
        for act in ClauseAct.allCases where reads.contains(where: { weight(act, of: $0) >= 1 }) {
            reading.does.insert(act)
        }
        reading.does.formUnion(ruled(reads, words))
        reading.mayAccept = reads.contains { $0.hasMeaning && weight(.accept, of: $0) >= Self.leaning }
        reading.reported = reads.map { $0.excluded.contains(.done) ? 0 : $0.probability(.done) }.max() ?? 0
        reading.asks = message.text.last { !$0.isWhitespace } == "?"
        reading.actions = Array(actions(of: reads, message, answered).prefix(MessageReading.limit))
        for read in reads {
            if let choice = choice(read, .propose, message) { reading.proposals.append(choice) }
            if let choice = choice(read, .decide, message) { reading.decisions.append(choice) }
            if reading.deadlines.count < MessageReading.limit { reading.deadlines += deadlines(in: read, message) }
        }
        if let urgent = reads.max(by: { weight(.urgent, of: $0) < weight(.urgent, of: $1) }),
            weight(.urgent, of: urgent) >= 1
        {
            // The urgent words where there are any, or else what is urgent.
            let words = ClauseRules.urgency([urgent.clause.sentence], message.text)
            reading.priority = Priority(
                source: message.id, reason: trimmed(message.text[words ?? urgent.clause.range]),
                span: words.map { TextSpan($0, in: message.text) } ?? span(urgent, message),
                confidence: confidence(.urgent, of: urgent))
        }
        return reading
    }

    /// The weight from which a message accepts a request that waits for its answer.
    private static let leaning = 0.4

    /// What the network has seen too few of, by rules.
    private func ruled(_ reads: [Read], _ words: [Sentence.Word]) -> Set<ClauseAct> {
        var acts: Set<ClauseAct> = []
        let sentences = reads.map(\.clause.sentence)
        if sentences.contains(where: rules.isCancellation) { acts.insert(.cancel) }
        if sentences.contains(where: { CueWords.reminders.occur(in: $0) })
            || words.count <= 3 && sentences.last?.isQuestion == true
        {
            acts.insert(.remind)
        }
        if CueWords.moves.first(in: words) != nil { acts.insert(.move) }
        if CueWords.takeovers.first(in: words) != nil { acts.insert(.reassign) }
        return acts
    }

    // MARK: Actions

    private func actions(
        of reads: [Read], _ message: InsightMessage, _ answered: TurnContext.Turn?
    ) -> [MessageReading.Action] {
        let titles = TaskTitle(names: rules.names)
        var actions: [MessageReading.Action] = []
        var last: (number: Int, addressee: UserID?, index: Int)?
        for (index, read) in reads.enumerated() {
            let asked = weight(.request, of: read)
            let promised = weight(.commit, of: read)
            let addressee = addressee(of: read, message)
            guard max(asked, promised) >= 1 else { continue }
            let kind: MessageReading.Action.Kind = promised > asked ? .promise : .request
            // "Send me the file, and the photos": one request.
            if let last, last.index == index - 1, last.number == read.clause.number, addressee == nil,
                kind == actions.last?.kind, !startsAnew(read.clause)
            {
                if actions[actions.count - 1].due == nil { actions[actions.count - 1].due = read.dates.first?.due }
                continue
            }
            // "Jonas, update the wiki and rotate the keys": both are his.
            let carried = last.flatMap { $0.number == read.clause.number ? $0.addressee : nil }
            let person = addressee ?? carried
            last = (read.clause.number, person, index)
            let title = titles.title(of: read, in: message.text, answering: answered)
            actions.append(
                MessageReading.Action(
                    kind: kind, task: title.text,
                    assignee: kind == .promise ? message.sender : person ?? partner(message, read, answered),
                    due: (read.dates.first { $0.lead == .limit } ?? read.dates.first)?.due,
                    stems: Stems.of(read.clause.words), span: span(read, message),
                    confidence: max(confidence(.request, of: read), confidence(.commit, of: read)),
                    borrowsFrom: title.borrowsFrom))
        }
        // A date beside the only task is its date.
        if actions.count == 1, actions[0].due == nil {
            let dates = reads.flatMap(\.dates)
            if dates.count == 1 { actions[0].due = dates[0].due }
        }
        return actions
    }

    /// Whether a part of a sentence speaks of something of its own.
    private func startsAnew(_ clause: Clause) -> Bool {
        let words = clause.words
        return words.prefix(3).contains {
            ["i'll", "ill", "you", "u", "can", "could", "someone", "ich", "du", "yo", "tú", "je", "tu", "we"].contains(
                $0.text)
        }
    }

    /// The member whom a clause addresses or names for the work.
    private func addressee(of read: Read, _ message: InsightMessage) -> UserID? {
        let words = read.clause.words
        if let person = rules.names.addressee(words, from: 0)?.member, person != message.sender { return person }
        if let mention = words.indices.first(where: { words[$0].isMention }),
            let person = rules.names.member(words, at: mention), person != message.sender
        {
            return person
        }
        let named = words.indices.filter { at in
            rules.names.member(words, at: at).map { $0 != message.sender } ?? false
        }
        guard let at = named.first, let person = rules.names.member(words, at: at) else { return nil }
        // "bring the slings tom", "could tom bring": but not "send tom the file", "ask tom".
        if at == words.count - 1, at > 1 || words.count == 2 {
            return Self.takers.contains(words[at - 1].text) ? nil : person
        }
        return at <= 2 && at > 0 && Self.askers.contains(words[at - 1].text) ? person : nil
    }

    /// Whom a request addresses that names nobody: who is answered, or the only other member.
    private func partner(_ message: InsightMessage, _ read: Read, _ answered: TurnContext.Turn?) -> UserID? {
        let others = rules.names.members.filter { $0 != message.sender }
        if others.count == 1 { return others[0] }
        guard message.replyTo != nil, let answered, answered.message == message.replyTo,
            answered.sender != message.sender,
            read.clause.words.contains(where: {
                ["you", "u", "your", "du", "dir", "tú", "te", "vos", "tu", "vous"].contains($0.text)
            })
        else { return nil }
        return answered.sender
    }

    private static let takers: Set<String> = [
        "to", "for", "with", "from", "tell", "ask", "call", "ring", "and", "mit", "an", "von", "für", "con", "a",
        "para", "de", "avec", "à", "pour",
    ]
    private static let askers: Set<String> = [
        "can", "could", "would", "will", "should", "must", "lets", "let", "maybe", "kann", "könnte", "soll", "muss",
        "puede", "podría", "que", "peut", "and", "und", "y", "et", "hey", "ok",
    ]

    // MARK: Other records

    private func choice(_ read: Read, _ act: ClauseAct, _ message: InsightMessage) -> MessageReading.Choice? {
        guard weight(act, of: read) >= 1 else { return nil }
        let stems = Stems.of(read.clause.words)
        return MessageReading.Choice(
            text: trimmed(message.text[read.clause.range]), stems: stems, span: span(read, message),
            confidence: confidence(act, of: read), isElliptic: stems.count <= 1 || read.clause.words.count <= 4)
    }

    private func deadlines(in read: Read, _ message: InsightMessage) -> [Deadline] {
        kept(of: read).prefix(3).map { date, confidence in
            Deadline(
                source: message.id, text: trimmed(message.text[read.clause.range]), due: date.due,
                span: TextSpan(date.range, in: message.text), confidence: confidence)
        }
    }

    private func span(_ read: Read, _ message: InsightMessage) -> TextSpan {
        guard let first = read.clause.words.first, let last = read.clause.words.last else {
            return TextSpan(read.clause.range, in: message.text)
        }
        return TextSpan(first.range.lowerBound..<last.range.upperBound, in: message.text)
    }

    private func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first.isWhitespace || ".,:;!-".contains(first) { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
