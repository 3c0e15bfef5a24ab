import NexusCore

/// The socket of a runner: the one that is open or being opened.
struct CurrentSocket {
    /// Distinguishes this socket's frames from those of earlier ones.
    var number = 0
    var live: (any LiveSocket)?
    var task: Task<Void, Never>?
    /// When it began to be opened.
    var since = Timestamp.zero
    /// The running renewal of its access.
    var renewal: Task<Void, Never>?
}

extension SyncRunner {
    func perform(_ effect: SyncEffect) {
        switch effect {
        case .store: break
        case .openSocket: openSocket()
        case .closeSocket: dropSocket()
        case .send(let frame): socket.live?.send(frame)
        case .upload(let operation): upload(operation)
        case .cancelUpload(let operation): cancelUpload(operation)
        case .moveUpload(let operation, _): moveUpload(from: operation)
        case .schedule(let timer, let delay): schedule(timer, after: delay)
        case .cancel(let timer): timers.removeValue(forKey: timer)?.cancel()
        case .collect(let since, let limit): collect(since: since, limit: limit)
        case .startedOver: events.send(.startedOver)
        case .redraw(.connection): events.send(.connection(isOnline: engine.connection.isOpen))
        case .redraw(.presence(let people)): events.send(.presence(people))
        case .redraw(.typing(let conversation)): events.send(.typing(conversation))
        case .redraw(.own):
            var change = StoreChange()
            change.own = true
            events.send(.changed(change))
        case .arrived(let message): events.send(.arrived(message))
        case .refused(let id, let refusal): events.send(.refused(id, refusal))
        case .insightsChanged(let conversation): events.send(.insights(conversation))
        case .assistantChanged(let conversation): events.send(.assistant(conversation))
        case .remindersChanged: events.send(.reminders)
        case .renewAccess(let id): renew(id)
        case .signedOut(let refusal): signedOut(refusal)
        }
    }

    /// Passes the user's own messages to the engine. A failing store drops the engine, which asks again.
    private func collect(since: Timestamp, limit: Int) {
        do throws(ClientError) {
            let messages = try store.ownMessages(since: since, limit: limit)
            try handle(.collected(messages))
        } catch {
            if failure == nil { drop(because: error) }
        }
    }

    // MARK: The socket

    private func openSocket() {
        dropSocket()
        let number = socket.number
        socket.since = clock.now()
        socket.task = Task { await live(number) }
    }

    /// Closes the socket and ignores its remaining frames.
    func dropSocket() {
        socket.number += 1
        socket.live?.close()
        socket.live = nil
        socket.task?.cancel()
        socket.task = nil
        socket.renewal?.cancel()
        socket.renewal = nil
    }

    /// Renews the access of the open socket. After a failure the server asks again, and a socket that is not renewed is
    /// closed, which leads to a new one.
    func renew(_ id: SocketID) {
        guard socket.renewal == nil else { return }
        let number = socket.number
        socket.renewal = Task {
            try? await connector.renew(id)
            if number == socket.number { socket.renewal = nil }
        }
    }

    /// The life of one socket. A store that fails meanwhile drops the socket and brings up a new one when it works again, so
    /// errors end here.
    private func live(_ number: Int) async {
        let opened: any LiveSocket
        do throws(ClientError) {
            opened = try await connector.connect()
        } catch {
            if number == socket.number { try? handle(.socketClosed(SyncRunner.closure(for: error))) }
            return
        }
        guard number == socket.number else { return opened.close() }
        socket.live = opened
        guard (try? handle(.socketOpened)) != nil else { return }
        while let frames = await opened.receive() {
            guard number == socket.number, (try? take(frames)) != nil else { return }
        }
        guard number == socket.number else { return }
        socket.live = nil
        try? handle(.socketClosed(.lost))
    }

    static func closure(for error: ClientError) -> SocketClosure {
        switch error {
        // Without the second factor that the team requires no connection opens until the user has set it up.
        case .refused(let refusal) where refusal.endsSession || refusal.code == .secondFactorRequired:
            .sessionEnded(refusal)
        case .signedOut: .sessionEnded(Refusal(.notSignedIn, error.message))
        default: .lost
        }
    }

    // MARK: Time

    private func schedule(_ timer: SyncTimer, after delay: Int64) {
        timers[timer]?.cancel()
        timers[timer] = Task {
            // A timer replaced or cancelled while it waited for this actor has been cancelled.
            guard (try? await clock.sleep(milliseconds: delay)) != nil, !Task.isCancelled else { return }
            timers[timer] = nil
            try? handle(.timer(timer))
        }
    }

    // MARK: Waiting

    /// A caller that waits for a state of the engine.
    struct Wait {
        var isMet: @Sendable (SyncEngine) -> Bool
        var continuation: CheckedContinuation<Bool, Never>
    }

    /// Waits for a state of the engine; returns false after `milliseconds`.
    func wait(upTo milliseconds: Int64, until isMet: @escaping @Sendable (SyncEngine) -> Bool) async -> Bool {
        if isMet(engine) { return true }
        guard milliseconds > 0, !Task.isCancelled else { return false }
        lastWait += 1
        let number = lastWait
        let alarm = Task {
            try? await clock.sleep(milliseconds: milliseconds)
            settle(number, met: false)
        }
        defer { alarm.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waits[number] = Wait(isMet: isMet, continuation: $0) }
        } onCancel: {
            alarm.cancel()
        }
    }

    func checkWaits() {
        for (number, wait) in waits where wait.isMet(engine) { settle(number, met: true) }
    }

    func settle(_ number: Int, met: Bool) {
        waits.removeValue(forKey: number)?.continuation.resume(returning: met)
    }
}

extension SyncRunner {
    /// Returns once the session is over, the runner closed or the task cancelled.
    func untilEnded() async {
        while ending == nil, !Task.isCancelled {
            _ = await wait(upTo: 3_600_000) { $0.connection.state == .stopped }
            if engine.connection.state == .stopped { return }
        }
    }
}
