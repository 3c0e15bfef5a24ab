import NexusCore

/// More of the history, and jumps.
extension ChatViewModel {
    /// Rows beyond which ``returnedToBottom()`` resets to the newest page.
    static let rowLimit = 400

    /// Shows the page before, from the server if necessary.
    public func loadOlder() async {
        guard !isLoadingOlder, hasOlder, let chat else { return }
        isLoadingOlder = true
        defer { isLoadingOlder = false }
        await attempt { _ throws(ClientError) in _ = try await chat.showOlder() }
        await refresh()
    }

    /// Shows the page after, from the server if necessary.
    public func loadNewer() async {
        guard !isLoadingNewer, hasNewer, let chat else { return }
        isLoadingNewer = true
        defer { isLoadingNewer = false }
        await attempt { _ throws(ClientError) in _ = try await chat.showNewer() }
        await refresh()
    }

    /// The user is back at the bottom: a long list is reset to the newest page.
    public func returnedToBottom() async {
        guard rows.count > ChatViewModel.rowLimit, !hasNewer, let chat else { return }
        await attempt { _ throws(ClientError) in _ = try await chat.show(.newest) }
        await refresh()
    }

    /// Shows a message and highlights it; one that is not on this device is fetched. Returns whether it is shown.
    @discardableResult
    public func jump(to message: MessageID) async -> Bool {
        if self.message(message) != nil {
            highlight(message)
            return true
        }
        guard let found = await show(.message(message)) else { return false }
        highlight(found)
        return true
    }

    /// Shows the message at a position, like ``jump(to:)``.
    @discardableResult
    public func jump(toPosition seq: Seq) async -> Bool {
        guard let found = await show(.position(seq)) else { return false }
        highlight(found)
        return true
    }

    /// Shows the first unread message; returns it. `nil` if nothing is unread.
    @discardableResult
    public func jumpToFirstUnread() async -> MessageID? {
        if let line = rows.firstIndex(where: \.isNewMessages),
            let first = rows[line...].first(where: { $0.message != nil })?.message
        {
            highlight(first.id)
            return first.id
        }
        guard unread > 0, let found = await show(.firstUnread) else { return nil }
        highlight(found)
        return found
    }

    /// Shows the newest message.
    public func jumpToNewest() async {
        guard hasNewer else { return }
        _ = await show(.newest)
    }

    private func show(_ target: ChatTarget) async -> MessageID? {
        await open()
        guard let chat else { return nil }
        do throws(ClientError) {
            let found = try await chat.show(target)
            if found == nil, target != .newest, target != .firstUnread { error = .refused(.notInConversation) }
            await refresh()
            return found
        } catch {
            self.error = error
            return nil
        }
    }

    private func highlight(_ message: MessageID) {
        highlighted = message
        timers.highlight?.cancel()
        timers.highlight = Task { [weak self, clock] in
            guard (try? await clock.sleep(milliseconds: ChatTimers.highlightMilliseconds)) != nil else { return }
            self?.highlighted = nil
        }
    }
}

extension Refusal {
    fileprivate static let notInConversation = Refusal(
        .messageGone, "This message is not in this conversation, or has been deleted.")
}
