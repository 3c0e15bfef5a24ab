import NIOCore
import NexusCore

// What other nodes say of presence, and what they are told.
extension PresenceRunner {
    /// In which what changes here is collected for one message.
    private static let tidingsInterval = TimeAmount.milliseconds(20)
    private static let wholeInterval = TimeAmount.milliseconds(500)

    /// Begins heartbeats, if there is a bus.
    func beginBeating(_ pace: NodePace) {
        eventLoop.preconditionInEventLoop()
        guard nodes.isOn else { return }
        peers = PresencePeers(silence: pace.silence)
        beat = eventLoop.scheduleRepeatedTask(
            initialDelay: .zero, delay: .milliseconds(pace.heartbeat)
        ) { [weak self] _ in
            guard let self else { return }
            sendTidings()
            nodes.announce(.heartbeat(tidings.number))
        }
        watch = eventLoop.scheduleRepeatedTask(
            initialDelay: .seconds(1), delay: .milliseconds(min(1_000, pace.heartbeat))
        ) { [weak self] _ in self?.dropSilentNodes() }
    }

    /// A connection to the bus has begun: what was said meanwhile is lost.
    func busConnected() {
        eventLoop.preconditionInEventLoop()
        nodes.announce(.ask(nil))
        sendAll()
    }

    func said(_ message: NodeMessage, by node: NodeID) {
        eventLoop.preconditionInEventLoop()
        switch message {
        case .presence(let news):
            let (changed, asks) = peers.told(news, by: node, at: moment)
            take(changed)
            if asks { nodes.announce(.ask(node)) }
        case .heartbeat(let number):
            if peers.beat(number, by: node, at: moment) { nodes.announce(.ask(node)) }
        case .ask(let wanted):
            if wanted == nil || wanted == nodes.id { sendAll() }
        case .leaving: take(peers.left(node, at: moment))
        case .switched(let user): ask(.switched(user))
        case .related(let user, let other): related(user, other)
        case .change, .frame, .typing, .sessionEnded, .sessionRefreshed: break
        }
    }

    /// A device of the user has come, gone, or become active or silent.
    func tidings(of user: UserID) {
        guard nodes.isOn else { return }
        let sessions = hub.activeSessions(of: user).sorted()
        let (showsPresence, lastSeen) = board.known(user)
        let entry = PresenceNews.Entry(
            user: user, sessions: sessions, showsPresence: showsPresence,
            lastSeen: sessions.isEmpty ? lastSeen ?? now() : nil)
        guard tidings.note(entry), !isTidingsScheduled else { return }
        isTidingsScheduled = true
        eventLoop.scheduleTask(in: PresenceRunner.tidingsInterval) {
            self.isTidingsScheduled = false
            self.sendTidings()
        }
    }

    /// This node ends.
    func sayGoodbye() {
        beat?.cancel()
        watch?.cancel()
        if nodes.isOn { nodes.announce(.leaving) }
    }

    private func sendTidings() { for news in tidings.take() { nodes.announce(.presence(news)) } }

    /// Tells all, at most once in a while: one answer is for all who have asked meanwhile.
    private func sendAll() {
        guard !isWholeScheduled else {
            isWholeWanted = true
            return
        }
        for news in tidings.whole() { nodes.announce(.presence(news)) }
        isWholeScheduled = true
        eventLoop.scheduleTask(in: PresenceRunner.wholeInterval) {
            self.isWholeScheduled = false
            guard self.isWholeWanted else { return }
            self.isWholeWanted = false
            self.sendAll()
        }
    }

    private func dropSilentNodes() {
        let gone = peers.sweep(at: moment)
        guard !gone.isEmpty else { return }
        take(gone)
        // They could not store it themselves. One of those that are left does.
        guard peers.nodes.allSatisfy({ nodes.id < $0 }) else { return }
        for entry in gone {
            if let seen = entry.lastSeen, peers.sessions(of: entry.user).isEmpty { lastSeen.note(entry.user, seen) }
        }
        scheduleSweep()
    }

    private func take(_ entries: [PresenceNews.Entry]) {
        for entry in entries {
            let sessions = peers.sessions(of: entry.user)
            nodes.elsewhere.set(sessions, of: entry.user)
            perform(
                board.elsewhere(
                    !sessions.isEmpty, entry.user, showsPresence: entry.showsPresence, lastSeen: entry.lastSeen,
                    at: moment))
        }
        if !entries.isEmpty { scheduleSweep() }
    }
}

/// How often nodes tell that they live.
struct NodePace: Sendable {
    /// Milliseconds between two heartbeats.
    var heartbeat = PresencePeers.heartbeat
    /// Milliseconds of silence after which a node counts as gone.
    var silence = PresencePeers.silence
}
