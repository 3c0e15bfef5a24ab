import NexusCore

@testable import NexusServer

/// One run: users with devices, a network and the server, under one clock, in one thread, determined by one seed.
final class Simulation {
    let conditions: Conditions
    let plant: PlantedFault?
    let ledger = Ledger()
    private(set) var server: SimulatedServer!
    private(set) lazy var notifications = SimulatedNotifications(world: self)
    private(set) var devices: [SimulatedDevice] = []
    private(set) var people: [User] = []
    var random: DeviceRandom
    /// Milliseconds since the run began.
    private(set) var now: Int64 = 0 { didSet { clock.set(now) } }
    let clock = SimulatedClock()
    /// During quiet nothing fails.
    private(set) var isQuiet = false
    private var queue = EventQueue()
    private var sockets: [SimulatedSocket] = []
    private let tell: ((String) -> Void)?

    /// - Parameter log: called with a line for each event.
    init(seed: UInt64, plant: PlantedFault? = nil, log: ((String) -> Void)? = nil) {
        conditions = Conditions(seed: seed)
        self.plant = plant
        random = DeviceRandom(seed: seed)
        tell = log
    }

    /// The time of a correct clock.
    var time: Timestamp { clock.time }

    /// - Throws: `SimulationFailure` for the first violated rule.
    func run() throws {
        log("\(conditions)")
        server = try SimulatedServer(world: self)
        defer { server.end() }
        try settle()
        try live()
        try calmDown()
        try Verdict(self).require()
        try notifications.require()
        try fillGaps()
        try requirePromptness()
        try Verdict(self).require()
    }

    // MARK: Tools

    func schedule(at time: Int64, _ action: @escaping () throws -> Void) { queue.add(at: max(time, now), action) }

    /// True with a probability of `chance` in 10,000, except during quiet.
    func chance(_ chance: Int) -> Bool { !isQuiet && random.chance(chance) }

    func pick(_ range: ClosedRange<Int>) -> Int { random.pick(range) }

    func log(_ line: @autoclosure () -> String) {
        if let tell { tell("\(now) \(line())") }
    }

    func newSocket(for device: SimulatedDevice) -> SimulatedSocket {
        let socket = SimulatedSocket(world: self, device: device, number: sockets.count + 1)
        sockets.append(socket)
        return socket
    }

    /// Cuts all connections.
    func cutAll() {
        for socket in sockets { socket.isDead = true }
    }

    func addDevice(of user: User) throws {
        let device = try SimulatedDevice(
            world: self, number: devices.count + 1, profile: Profile(user: user, showsPresence: true))
        if chance(conditions.clockJump * 5) { device.skew = Int64(pick(-400_000_000...400_000_000)) }
        devices.append(device)
        try notifications.register(device)
        try device.launch()
    }

    // MARK: The run

    /// Accounts, devices, and initial messages.
    private func settle() throws {
        for number in 1...conditions.people {
            let user = User(
                id: UserID(high: 0x1000 + UInt64(number), low: UInt64(number)), name: "P\(number)",
                email: "p\(number)@example.org")
            people.append(user)
            try server.createAccount(user)
        }
        if conditions.earlierMessages > 0 {
            let group = ConversationID(at: time, using: &random)
            let everybody = people.map(\.id)
            try apply(.createGroup(group, title: "Before", members: everybody), by: everybody[0])
            for number in 1...conditions.earlierMessages {
                let author = everybody[pick(0...(everybody.count - 1))]
                try apply(mentioning(number, "@x earlier \(number)", in: group), by: author)
            }
        }
        for user in people { try addDevice(of: user) }
        for user in people.prefix(conditions.secondDevices) { try addDevice(of: user) }
    }

    private func live() throws {
        let workload = Workload(self)
        for action in 0..<conditions.actions {
            try pass(Int64(pick(0...conditions.pace)))
            if action == conditions.restore?.from { server.backUp() }
            if action == conditions.restore?.at { try server.restore() }
            try workload.act()
            if conditions.hasLongAbsence, action == conditions.actions / 2 { try beAway() }
        }
        try pass(Int64(pick(0...20_000)))
    }

    /// One device is away for more changes than fit one answer, in every other run for more than are caught up one by
    /// one.
    private func beAway() throws {
        guard let device = devices.last, let busy = ledger.heads.keys.sorted().first else { return }
        let author = people[0].id
        guard ledger.isMember(author, of: busy) else { return }
        try device.goOffline(until: now + 30_000)
        let isReset = conditions.seed % 128 == 7
        for number in 0..<(isReset ? Int(Limits.catchUpChanges) : HistoryService.messagesPerAnswer) + 20 {
            try apply(mentioning(number, "@x burst \(number)", in: busy), by: author)
        }
    }

    /// A message that, every third time, mentions one of the users, in turn.
    private func mentioning(_ number: Int, _ text: String, in conversation: ConversationID) -> Operation.Kind {
        let mentioned = number % 3 == 0 ? [people[number / 3 % people.count].id] : []
        return .post(
            conversation,
            Post(text: text, mentions: mentioned.map { Mention(user: $0, start: 0, length: 2) }, writtenAt: time))
    }

    private func apply(_ kind: Operation.Kind, by user: UserID) throws {
        try server.apply(Operation(id: OperationID(at: time, using: &random), kind: kind), by: user)
    }

    /// Faults end, the network is there, clocks are right; time runs on until everything had its chance.
    private func calmDown() throws {
        isQuiet = true
        log("quiet")
        server.bus?.heal()
        for device in devices {
            device.offlineUntil = 0
            device.skew = 0
            try device.signInAgain()
            try device.launch()
            // Some learn by a restart, some by a new socket, some by their next heartbeat.
            switch pick(0...2) {
            case 0: device.crash()
            case 1: try device.cut(silently: false)
            default: break
            }
        }
        try pass(180_000)
    }

    /// All devices scroll up until they have the whole history.
    private func fillGaps() throws {
        for _ in 0..<200 {
            var isWhole = true
            for device in devices {
                for (id, state) in (device.engine?.conversations ?? [:]).sorted(by: { $0.key < $1.key }) {
                    guard let gap = state.record.gaps.gap(before: .max) else { continue }
                    isWhole = false
                    try device.handle(.loadOlder(id, before: gap.upperBound + 1))
                }
            }
            if isWhole { return }
            try pass(12_000)
        }
        throw SimulationFailure("history can be fetched to its beginning")
    }

    /// Lets time go by.
    func pass(_ milliseconds: Int64) throws {
        let end = now + milliseconds
        while let time = queue.nextTime, time <= end, let event = queue.next() {
            now = max(now, event.time)
            try event.action()
        }
        now = end
    }
}
