/// The state machine that keeps a device in sync with the server: `(state, input) -> effects`. It has the connection,
/// the outbox, the cursors and gaps of every conversation, presence and typing; it does no I/O and has no clock of its
/// own, and its host performs the effects in order. The same machine runs in the SDK, in the browser and in the
/// simulation.
///
/// Invariants: an operation is stored before it is sent; rows, cursor and gaps move in one transaction; a frame that is
/// lost, duplicated, late or out of order changes nothing that the cursor does not allow.
public struct SyncEngine: Sendable {
    public internal(set) var profile: Profile
    public internal(set) var connection = Connection()
    public internal(set) var outbox: Outbox
    public internal(set) var conversations: [ConversationID: ConversationState] = [:]
    /// The user's personal settings, as on the server; ``ownView`` adds pending changes.
    public internal(set) var own: UserSettingsState
    /// Insights as on the server, by conversation; ``insights(matching:)`` adds pending changes.
    public internal(set) var insights: [ConversationID: InsightState]
    /// The revision up to which all changed insights are known.
    public internal(set) var insightsThrough: Seq
    /// Whether the store has 0 in its place: what the user sees of insights has changed, and not all are here.
    var areInsightsUnsettled = false
    public internal(set) var presence: [UserID: Presence] = [:]
    public internal(set) var typing = TypingState()
    /// The server's time up to which everything is caught up.
    public internal(set) var since: Timestamp?
    /// Whether all changes from before this connection have arrived.
    public internal(set) var isCaughtUp = false
    /// The epoch of the rows; `nil` before the first.
    public internal(set) var epoch: EpochID?
    /// The time since when it is offline, or since the last sync before a start; `nil` while connected.
    public internal(set) var offlineSince: Timestamp?

    /// Whether the server of this socket keeps revisions of insights; `nil` before its welcome.
    public internal(set) var hasInsights: Bool?
    /// Where the last `moved` said that all changed insights are known, once they have arrived.
    var insightsDiscovered: Seq?
    /// Conversations whose insights changed while the answer to a question was on its way.
    var insightsAgain: Set<ConversationID> = []

    var catchUp = CatchUp()
    var firstLoad = FirstLoad()
    var clock = DeviceClock()
    /// The positions of conversations forgotten on this socket: an older late frame must not restore them.
    var departed: [ConversationID: Seq] = [:]
    /// The last announced change of unknown conversations: an answer may be older.
    var heard: [ConversationID: Seq] = [:]
    /// Conversations whose unread messages are to be counted once more after the answer that is on its way.
    var recounts: [ConversationID] = []
    var random: DeviceRandom
    /// Milliseconds by which the server's clock is ahead of the device's.
    var clockOffset: Int64
    var viewed: ConversationID?
    /// Minutes by which the user's time zone is ahead of UTC now; told by the host.
    public var utcOffset = 0
    var isActive = true
    /// The server's time as of which mutes count as ended, and when the next one ends after that: what screens show must not
    /// change with nothing happening.
    var mutesJudgedAt = Timestamp.zero
    var nextUnmute: Timestamp?
    /// Whether the server has sent its epoch on this socket. Until then this device may be of another one, and nothing
    /// that depends on it is sent.
    var isEpochKnown = false
    /// Whether the user's own messages are being collected before everything is fetched again, in `nextEpoch`.
    var isStartingOver = false
    var nextEpoch: EpochID?
    /// The conversation that changed last, as far as this device knows.
    var latest: ConversationID?

    public var me: UserID { profile.user.id }

    /// - Parameter seed: differs at each start, so that identifiers do.
    public init(restoring snapshot: SyncSnapshot, seed: DeviceRandom) {
        profile = snapshot.profile
        outbox = Outbox(snapshot.outbox)
        own = snapshot.own
        insights = snapshot.insights
        insightsThrough = snapshot.insightsThrough
        epoch = snapshot.epoch
        since = snapshot.since
        clockOffset = snapshot.clockOffset
        random = seed
        for item in snapshot.conversations {
            conversations[item.record.info.id] = ConversationState(
                record: item.record, members: item.members, newest: item.newest, unread: item.unread,
                mentions: item.mentions, mentionSenders: item.mentionSenders, me: snapshot.profile.user.id)
        }
        _ = discount()
        latest = latestConversation
    }

    /// The server's time, as estimated by this device.
    public func serverTime(at now: Timestamp) -> Timestamp { now.advanced(by: clockOffset) }

    /// Updates the time before a query.
    public mutating func look(at time: Timestamp) {
        _ = clock.set(time)
        _ = judgeMutes()
    }

    /// Takes one input. `time` is the device's clock.
    public mutating func handle(_ input: SyncInput, at time: Timestamp) -> [SyncEffect] {
        let now = clock.set(time)
        var effects: [SyncEffect] = []
        switch input {
        case .start:
            effects = connection.start()
            // The last sync was by the server's clock.
            if offlineSince == nil {
                offlineSince = since.map { min($0.advanced(by: -clockOffset), clock.wall) } ?? clock.wall
            }
            effects += judgeMutes()
        case .stop:
            effects = connection.stop() + disconnected()
        case .signOfLife:
            outbox.hurry()
            effects = connection.isQuiet ? beat() : connection.signOfLife()
        case .networkLost:
            effects = connection.lost(using: &random)
            effects.insert(.closeSocket, at: 0)
            effects += disconnected()
        case .socketOpened:
            effects = connection.opened()
            if !connection.isOpen { return effects }
            offlineSince = nil
            isEpochKnown = false
            effects += welcomeBack()
        case .socketClosed(let closure):
            effects = closed(closure)
        case .frame(let frame):
            guard connection.isOpen else { return [] }
            effects = connection.heard() + take(frame, at: now)
        case .timer(let timer):
            effects = fired(timer, at: now)
        case .retry(let id):
            effects = retry(id)
        case .discard(let id):
            effects = discard(id)
        case .sendText(let id, let files):
            effects = sendText(of: id, files: files)
        case .uploaded(let id):
            effects = uploaded(id)
        case .uploadFailed(let id, let refusal):
            effects = refused(id, refusal, at: now)
        case .view(let conversation):
            viewed = conversation
            if let conversation {
                let mutations = unmark(conversation)
                if !mutations.isEmpty { effects = [.store(mutations)] }
            }
        case .read(let conversation, let seq):
            effects = read(conversation, through: seq, at: now)
        case .loadOlder(let conversation, let seq):
            effects = loadOlder(conversation, before: seq, at: now)
        case .loadAround(let conversation, let seq):
            effects = loadAround(conversation, seq, at: now)
        case .typing(let conversation, let active):
            effects = type(in: conversation, active, at: now)
        case .activity(let active):
            effects = act(active)
        case .collected(let messages):
            effects = startOver(repeating: messages)
        }
        return effects + finishInsights() + proceed(at: now)
    }

    // MARK: The connection

    private mutating func welcomeBack() -> [SyncEffect] {
        var effects: [SyncEffect] = [.redraw(.connection), .send(discovery)]
        if !isActive { effects.append(.send(.activity(active: false))) }
        catchUp.connected()
        firstLoad = FirstLoad()
        isCaughtUp = false
        outbox.hurry()
        departed = [:]
        heard = [:]
        hasInsights = nil
        insightsDiscovered = nil
        insightsAgain = []
        for id in conversations.values.filter({ mustAsk(for: $0) }).map({ $0.id }).arranged(by: <) {
            catchUp.want(.changes(id))
        }
        // A server that lost its last changes without noticing has lost this one's: its answer shows that.
        if epoch.hasValue, let latest, conversations[latest]?.isLocalOnly == false { catchUp.want(.changes(latest)) }
        return effects
    }

    /// Whether a discovery may be insufficient for a stored conversation: a complete one omits former conversations,
    /// and unread messages in gaps may need counting (the question was lost with the connection).
    private func mustAsk(for state: ConversationState) -> Bool {
        !state.isLocalOnly && (since == nil || state.record.unreadInGaps > 0)
    }

    private mutating func closed(_ closure: SocketClosure) -> [SyncEffect] {
        switch closure {
        case .lost:
            return connection.lost(using: &random) + disconnected()
        case .sessionEnded(let refusal):
            return connection.stop().filter { !$0.closesSocket } + disconnected() + [.signedOut(refusal)]
        }
    }

    private mutating func disconnected() -> [SyncEffect] {
        outbox.disconnected()
        catchUp.disconnected()
        firstLoad = FirstLoad()
        isCaughtUp = false
        guard offlineSince == nil else { return [] }
        offlineSince = clock.wall
        let people = Array(presence.keys)
        presence = [:]
        var effects: [SyncEffect] = [.cancel(.outbox), .cancel(.requests), .redraw(.connection)]
        if !people.isEmpty { effects.append(.redraw(.presence(people))) }
        return effects
    }

    private mutating func fired(_ timer: SyncTimer, at now: Timestamp) -> [SyncEffect] {
        switch timer {
        case .reconnect:
            return connection.reconnectDue()
        case .heartbeat:
            return connection.isOpen ? beat() : []
        case .silence:
            let effects = connection.silent(using: &random)
            return effects.isEmpty ? [] : effects + disconnected()
        case .typing:
            return expireTyping(at: now)
        case .unmute:
            return judgeMutes()
        case .outbox, .requests:
            return []
        }
    }

    /// Sends a heartbeat, which also finds missed changes.
    private mutating func beat() -> [SyncEffect] {
        let behind = conversations.values.filter { $0.isBehind }.map { $0.id }
        for id in behind.arranged(by: <) { catchUp.want(.changes(id)) }
        if own.isBehind { catchUp.want(.own) }
        return [.send(discovery)] + connection.expectAnswer()
    }

    private mutating func act(_ active: Bool) -> [SyncEffect] {
        guard active != isActive else { return [] }
        isActive = active
        return connection.isOpen ? [.send(.activity(active: active))] : []
    }

    // MARK: What goes out

    /// Asks for the changes since everything was last current.
    var discovery: ClientFrame {
        .discover(
            since: since.map { $0.advanced(by: -Limits.discoveryOverlapMilliseconds) }, insights: knownInsights)
    }

    /// Sends everything due, and sets timers for the rest.
    mutating func proceed(at now: Timestamp) -> [SyncEffect] {
        guard connection.isOpen, !isStartingOver, isEpochKnown || !epoch.hasValue else { return [] }
        var effects: [SyncEffect] = []
        let held = conversations
        for operation in outbox.due(at: now, holding: { held[$0]?.isOutdated == true }) {
            let mustUpload =
                operation.isUpload && !outbox.isUploaded(operation.id) && outbox.entry(operation.id)?.isRepeat == false
            effects.append(mustUpload ? .upload(operation) : .send(.operation(operation)))
        }
        if let delay = outbox.nextDue(at: now, holding: { held[$0]?.isOutdated == true }) {
            effects.append(.schedule(.outbox, after: delay))
        }
        for request in catchUp.due(at: now) {
            switch request {
            case .changes(let id):
                if let state = conversations[id] {
                    effects.append(.send(.changes(id, after: max(0, state.record.cursor))))
                } else {
                    effects.append(.send(.changes(id, after: 0)))
                }
            case .page(let page):
                effects.append(.send(.page(page)))
            case .own:
                effects.append(.send(.own(after: max(0, own.cursor))))
            case .insights(let id):
                effects.append(.send(.insights(id, after: insights[id]?.cursor ?? 0)))
            }
        }
        if let delay = catchUp.nextDue(at: now) { effects.append(.schedule(.requests, after: delay)) }
        return effects
    }
}
