import NIOCore
import Synchronization

/// The open connections of a server, with limits in all and per address, and the choice of those to close for new ones.
///
/// A connection before its first request, or after a response, is idle; one that awaits a response is busy. Beyond a
/// limit the longest idle connection is closed. Live sockets are limited per user, not here, and never closed.
final class ConnectionTable: Sendable {
    /// The decision about an accepted connection.
    struct Admission {
        /// False if the address has its maximum, all of them busy, and once the server stops.
        var isAdmitted = true
        /// The connections to close instead.
        var leaving: [any Channel] = []
    }

    /// Counters since the server started.
    struct Figures: Sendable {
        var open = 0
        /// Closed as soon as they were accepted.
        var refused = 0
        /// Closed while idle, for new ones.
        var shed = 0
    }

    fileprivate enum Phase {
        case idle(since: NIODeadline)
        case busy
        case live
        /// Being closed.
        case leaving
    }

    fileprivate struct Entry {
        var channel: any Channel
        var address: String
        var phase: Phase
    }

    fileprivate struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The connections of each address that are neither live sockets nor being closed.
        var byAddress: [String: Set<ObjectIdentifier>] = [:]
        var leavingCount = 0
        var isAwaited = false
        var isEnding = false
        /// What is called once the last has closed.
        var onEmpty: (@Sendable () -> Void)?
        var refused = 0
        var shed = 0
    }

    let limit: Int
    let perAddress: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: connections in all.
    ///   - perAddress: connections of one address that are no live sockets.
    init(limit: Int, perAddress: Int) {
        self.limit = max(1, limit)
        self.perAddress = max(1, perAddress)
    }

    var figures: Figures {
        state.withLock { Figures(open: $0.entries.count, refused: $0.refused, shed: $0.shed) }
    }

    /// How many more are admitted.
    var room: Int { state.withLock { limit - $0.entries.count } }

    var isFull: Bool { room <= 0 }

    var open: [any Channel] { state.withLock { $0.entries.values.map(\.channel) } }

    // MARK: Coming and going

    /// A connection was accepted.
    func opened(_ channel: any Channel, at time: NIODeadline = .now()) -> Admission {
        let address = ClientAddress.key(channel.remoteAddress?.ipAddress ?? "")
        return state.withLock { state in
            var admission = Admission()
            guard !state.isEnding else {
                admission.isAdmitted = false
                return admission
            }
            if let others = state.byAddress[address], others.count >= perAddress {
                admission.leaving = state.shed(among: others, 1)
                guard !admission.leaving.isEmpty else {
                    state.refused += 1
                    admission.isAdmitted = false
                    return admission
                }
            }
            let id = ObjectIdentifier(channel)
            state.entries[id] = Entry(channel: channel, address: address, phase: .idle(since: time))
            state.byAddress[address, default: []].insert(id)
            admission.leaving += makeRoom(&state, butFor: id)
            return admission
        }
    }

    /// A connection has closed. Returns whether others wait for a place.
    func closed(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let (isAwaited, onEmpty) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard let entry = state.entries.removeValue(forKey: id) else { return (false, nil) }
            if case .leaving = entry.phase { state.leavingCount -= 1 }
            state.forget(id, of: entry.address)
            return (state.isAwaited, state.entries.isEmpty ? state.onEmpty.take() : nil)
        }
        onEmpty?()
        return isAwaited
    }

    /// Admits no more connections, and calls `body` once the open ones, which are returned, have closed.
    func end(_ body: @escaping @Sendable () -> Void) -> [any Channel] {
        let open = state.withLock { state in
            state.isEnding = true
            state.onEmpty = state.entries.isEmpty ? nil : body
            return state.entries.values.map(\.channel)
        }
        if open.isEmpty { body() }
        return open
    }

    /// Sets whether others wait for a place, and must be notified of each closing.
    func awaitRoom(_ isAwaited: Bool) { state.withLock { $0.isAwaited = isAwaited } }

    // MARK: Events of a connection

    /// A request has begun.
    func begins(_ channel: any Channel) { setPhase(.busy, of: channel) }

    /// Everything is answered.
    func rests(_ channel: any Channel, at time: NIODeadline = .now()) { setPhase(.idle(since: time), of: channel) }

    /// It has become a live socket.
    func becomesLive(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        setPhase(.live, of: channel)
        state.withLock { state in
            guard let entry = state.entries[id] else { return }
            state.forget(id, of: entry.address)
        }
    }

    private func setPhase(_ phase: Phase, of channel: any Channel) {
        let id = ObjectIdentifier(channel)
        state.withLock { state in
            guard let entry = state.entries[id] else { return }
            if case .leaving = entry.phase { return }
            state.entries[id]?.phase = phase
        }
    }

    // MARK: Eviction

    /// Chooses connections to close at the limit, when one becomes idle.
    func makeRoom() -> [any Channel] { state.withLock { makeRoom(&$0, butFor: nil) } }

    /// Chooses connections to close because no file descriptor is left.
    func shed() -> [any Channel] {
        state.withLock { state in state.shed(among: state.entries.keys, batch) }
    }

    /// The number to close at once: choosing scans all connections, which is too expensive for each new one.
    private var batch: Int { max(1, limit / 16) }

    private func makeRoom(_ state: inout State, butFor id: ObjectIdentifier?) -> [any Channel] {
        guard state.entries.count >= limit, state.leavingCount == 0 else { return [] }
        return state.shed(among: state.entries.keys.filter { $0 != id }, batch)
    }
}

extension ConnectionTable.State {
    /// Marks up to `count` connections that have been idle longest as leaving.
    mutating func shed(among ids: some Collection<ObjectIdentifier>, _ count: Int) -> [any Channel] {
        let idle = ids.compactMap { id -> (id: ObjectIdentifier, since: NIODeadline)? in
            guard case .idle(let since)? = entries[id]?.phase else { return nil }
            return (id, since)
        }
        let chosen = idle.count <= count ? idle[...] : idle.sorted { $0.since < $1.since }.prefix(count)
        return chosen.compactMap { id, _ in
            guard let entry = entries[id] else { return nil }
            entries[id]?.phase = .leaving
            leavingCount += 1
            shed += 1
            forget(id, of: entry.address)
            return entry.channel
        }
    }

    mutating func forget(_ id: ObjectIdentifier, of address: String) {
        byAddress[address]?.remove(id)
        if byAddress[address]?.isEmpty == true { byAddress[address] = nil }
    }
}
