import NexusCore

/// What the user sees: read positions, and history that is fetched because it is visible.
extension ChatViewModel {
    /// What is visible, and what was asked for because of it.
    struct Reading {
        var visible: Set<ChatRow.ID> = []
        var isAttended = true
        var tracker = ReadTracker()
        /// The position that was last marked as read.
        var told: Seq = 0
        /// Originals of replies that were asked for.
        var asked: Set<MessageID> = []
    }

    /// The rows whose end is visible now. A message that stays so for 0.8 s is marked as read; a visible gap, or the
    /// missing original of a reply, is fetched.
    public func setVisible(_ rows: Set<ChatRow.ID>) {
        guard rows != reading.visible else { return }
        reading.visible = rows
        lookAtVisible()
    }

    /// Whether the user looks at the screen: the app is at the front. Otherwise nothing is marked as read.
    public func setAttended(_ isAttended: Bool) {
        guard isAttended != reading.isAttended else { return }
        reading.isAttended = isAttended
        lookAtVisible()
    }

    /// Everything up to that position has been on the screen.
    ///
    /// - Returns: false after an error.
    @discardableResult
    public func markRead(through seq: Seq) async -> Bool {
        guard seq > read else { return true }
        let conversation = conversation
        return await attempt { service throws(ClientError) in try await service.markRead(conversation, through: seq) }
    }

    /// The rows changed, or the connection did.
    func rowsChanged(_ splices: [RowSplice], isBack: Bool) {
        if isBack { reading.asked = [] }
        if isBack || concernsPins(splices) {
            timers.pins?.cancel()
            timers.pins = Task { [weak self] in await self?.loadPins() }
        }
        for splice in splices {
            for case .message(let message) in splice.rows where message.isDeleted { selection.remove(message.id) }
        }
        lookAtVisible()
    }

    private func concernsPins(_ splices: [RowSplice]) -> Bool {
        guard lastChange.number > 1 else { return false }
        for splice in splices {
            for case .message(let message) in splice.rows {
                if message.pinnedBy != nil || pins.contains(where: { $0.id == message.id }) { return true }
            }
        }
        return false
    }

    /// The visible rows; forgets those that are gone.
    private func takeVisible() -> [ChatRow] {
        var left = reading.visible.count
        var found: [ChatRow] = []
        // The end is where the user is as a rule.
        for row in rows.reversed() where left > 0 && reading.visible.contains(row.id) {
            found.append(row)
            left -= 1
            if left == 0 { break }
        }
        if left > 0 { reading.visible = Set(found.map(\.id)) }
        return found
    }

    private func lookAtVisible() {
        timers.reading?.cancel()
        timers.reading = nil
        guard !reading.visible.isEmpty else {
            reading.tracker = ReadTracker()
            return
        }
        let visible = takeVisible()
        fetchMissing(visible)
        let positions = visible.compactMap { row -> Seq? in
            guard let message = row.message, !message.isMine, let seq = message.seq, seq > max(read, reading.told)
            else {
                return nil
            }
            return seq
        }
        let isAtEnd = !hasNewer && rows.last.map { reading.visible.contains($0.id) } == true
        let now = clock.now()
        let (seen, next) = reading.tracker.look(
            at: positions, isAtEnd: isAtEnd, isAttended: reading.isAttended, now: now)
        if let seen {
            reading.told = seen
            Task { [weak self] in
                // After an error the next look tries again.
                if await self?.markRead(through: seen) == false { self?.reading.told = 0 }
            }
        }
        guard let next else { return }
        timers.reading = Task { [weak self, clock] in
            guard (try? await clock.sleep(milliseconds: max(0, next.since(now)))) != nil else { return }
            self?.lookAtVisible()
        }
    }

    private func fetchMissing(_ visible: [ChatRow]) {
        guard isOnline, timers.missing == nil, let chat else { return }
        var gaps: [ClosedRange<Seq>] = []
        var originals: [MessageID] = []
        for row in visible {
            if case .gap(let gap) = row.content { gaps.append(gap) }
            guard let quote = row.message?.quote, quote.state == .missing else { continue }
            if reading.asked.insert(quote.message).inserted { originals.append(quote.message) }
        }
        guard !gaps.isEmpty || !originals.isEmpty else { return }
        timers.missing = Task { [weak self] in
            // A failure shows as what it is: the row stays, and the next look retries.
            for gap in gaps { try? await chat.fill(gap) }
            for original in originals { _ = try? await chat.fetchOriginal(original) }
            guard !Task.isCancelled else { return }
            self?.timers.missing = nil
        }
    }
}
