@testable import NexusCore

// The host of a device's engine.
extension SimulatedDevice {
    func perform(_ effects: [SyncEffect]) throws {
        let running = start
        let planted = world.plant?.ordered(effects) ?? effects
        for effect in worksAsClient ? storedFirst(planted) : planted {
            guard engine != nil, start == running else { return }
            if world.chance(world.conditions.deviceCrash) { return crash() }
            try perform(effect)
        }
    }

    private func storedFirst(_ effects: [SyncEffect]) -> [SyncEffect] {
        var mutations: [StoreMutation] = []
        var others: [SyncEffect] = []
        for effect in effects {
            if case .store(let part) = effect { mutations += part } else { others.append(effect) }
        }
        return mutations.isEmpty ? others : [.store(mutations)] + others
    }

    private func perform(_ effect: SyncEffect) throws {
        switch effect {
        case .store(let mutations): try write(mutations)
        case .openSocket: openSocket()
        case .closeSocket: dropSocket()
        case .send(let frame):
            if case .operation(let operation) = frame {
                world.ledger.performed(operation, on: number, by: user)
                if repeats.contains(operation.id) { world.ledger.repeated(operation.id) }
                try require(
                    stored.contains(operation.id), "an operation is stored before it is sent", "\(operation.id)")
            }
            try socket?.toServer(frame)
        case .schedule(let timer, let delay): try schedule(timer, after: delay)
        case .cancel(let timer): timers[timer] = nil
        case .arrived(let message):
            try require(message.sender != user && !message.isDeleted, "only others' messages arrive", "\(message.id)")
            try require(
                announced[message.conversation, default: []].insert(message.id).inserted, "a message arrives once",
                "\(message.id) on \(name)")
        case .redraw, .refused, .startedOver, .insightsChanged, .assistantChanged, .remindersChanged, .renewAccess:
            break
        case .collect(let since, let limit):
            try handle(.collected(try store.ownMessages(since: since, limit: limit)))
        case .upload(let operation): try upload(operation)
        case .cancelUpload(let operation): cancelUpload(operation.id)
        case .moveUpload(let operation, _): cancelUpload(operation)
        case .signedOut: try require(isSessionOver, "nobody is signed out for no reason", name)
        }
    }

    private func schedule(_ timer: SyncTimer, after delay: Int64) throws {
        try require(delay > 0, "a timer waits", "\(timer)")
        timerCount += 1
        let (running, mark) = (start, timerCount)
        timers[timer] = mark
        world.schedule(at: world.now.addingReportingOverflow(delay).partialValue) { [self] in
            guard start == running, timers[timer] == mark, engine != nil else { return }
            timers[timer] = nil
            try handle(.timer(timer))
        }
    }

    private func write(_ mutations: [StoreMutation]) throws {
        let startsOver = mutations.contains {
            if case .putOwn(UserSettingsState.outdated, _, _) = $0 { true } else { false }
        }
        if startsOver {
            try promise()
            // Reposted messages are new in the new epoch.
            announced = [:]
        }
        for mutation in mutations {
            switch mutation {
            case .putOperation(let entry):
                stored.insert(entry.operation.id)
                if entry.isRepeat { repeats.insert(entry.operation.id) }
                world.ledger.queued(entry, on: number, by: user)
            case .removeOperation(let id):
                // Positions are invalid in a new epoch; repeated operations may be too.
                if startsOver || repeats.contains(id) && world.ledger.operations[id]?.wasRefused == true {
                    world.ledger.discarded(id)
                }
                try world.ledger.removed(id)
            case .removeConversation(let id): announced[id] = nil
            default: break
            }
        }
        if let plant = world.plant, let part = plant.part(of: mutations), world.chance(500) {
            try store.apply(part)
            return plant == .tearsTransaction ? crash() : ()
        }
        try store.apply(mutations)
    }

    /// Reposts its user's messages that the server may have lost.
    private func promise() throws {
        for id in try store.snapshot().conversations.map(\.record.info.id) {
            for message in try store.timeline(id)
            where message.sender == user && message.isSaid && message.forward == nil {
                world.ledger.promised(message.id.retyped())
            }
        }
    }

    // MARK: The socket

    private func openSocket() {
        dropSocket()
        let running = start
        let socket = world.newSocket(for: self)
        self.socket = socket
        world.schedule(at: world.now + Int64(world.pick(1...world.conditions.latency))) { [self] in
            guard start == running, self.socket === socket else { return }
            guard isOnline, !isSessionOver else {
                dropSocket()
                let isOver = isOnline && isSessionOver
                return try handle(
                    .socketClosed(isOver ? .sessionEnded(Refusal(.sessionEnded, "The session is over.")) : .lost))
            }
            world.log("\(name) opens socket \(socket.number)")
            try world.server.accept(socket)
            try handle(.socketOpened)
        }
    }

    /// The network breaks the connection; the device learns of it now, or never.
    func cut(silently: Bool) throws {
        guard let socket else { return }
        world.log("\(name) loses socket \(socket.number)\(silently ? " silently" : "")")
        socket.isDead = true
        if silently { return }
        try closed(socket)
    }

    /// The server closed the socket.
    func closed(_ socket: SimulatedSocket) throws {
        guard self.socket === socket else { return }
        dropSocket()
        try handle(.socketClosed(.lost))
    }

    /// Takes the network away until a time.
    func goOffline(until time: Int64) throws {
        offlineUntil = max(offlineUntil, time)
        try cut(silently: world.chance(3_000))
    }
}
