@testable import NexusCore

/// Users' actions, one at a time, at random.
struct Workload {
    let world: Simulation

    init(_ world: Simulation) { self.world = world }

    func act() throws {
        guard let device = world.random.pick(world.devices) else { return }
        try trouble(device)
        guard let engine = device.engine else { return }
        let id = world.random.pick(engine.conversations.keys.sorted())
        switch world.pick(0...134) {
        case 0...2: try create(on: device)
        case 3...5: try createDirect(on: device)
        case 6...10: try change(device, id)
        case 11...26: try membership(device, id)
        case 27...34: try receipt(device, id)
        case 35...44: try revise(device, id)
        case 45...48: try settle(device, engine)
        case 49...56: try scroll(device, id)
        case 57...60: try idle(device, id)
        case 61...62: try storm(id)
        case 63...64: try expel(device, id)
        case 65...74: try settle(device, id)
        case 75...78: try relate(device)
        case 79...86: try react(device, id)
        case 87...91: try pin(device, id)
        case 92...95: try forward(device, id)
        case 96...103: try insight(device, id)
        default: try post(device, id)
        }
    }

    func post(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id else { return try create(on: device) }
        for number in 0...(world.random.chance(1_500) ? world.pick(0...12) : 0) {
            let original = try original(device, id)
            let mentions = mentions(device, id)
            let post = Post(
                text: "\(mentions.isEmpty ? "" : "@x ")\(number) at \(world.now)", mentions: mentions,
                writtenAt: device.clock, replyTo: original, attachments: attachments())
            try device.ask(.post(id, post))
        }
    }

    /// The attachments of a post, if any.
    private func attachments() -> [Attachment] {
        guard world.random.chance(2_000) else { return [] }
        return (0...world.pick(0...2)).map { _ in
            Attachment(media: medium(), kind: .image, name: "picture.png", type: "image/png", bytes: 3)
        }
    }

    /// A picture to upload.
    private func medium() -> MediaID { MediaID(at: world.time, using: &world.random) }

    /// Changes a group's description or picture; sometimes both at once.
    private func describe(_ device: SimulatedDevice, _ id: ConversationID) throws {
        var change = DescriptionChange()
        if world.random.chance(6_000) { change.about = world.random.chance(8_000) ? "about \(world.now)" : "" }
        if change.about == nil || world.random.chance(2_000) {
            change.picture = world.random.chance(8_000) ? .chosen(medium()) : .removed
        }
        try device.ask(.describe(id, change))
    }

    func create(on device: SimulatedDevice) throws {
        guard var engine = device.engine else { return }
        let others = world.people.filter { $0.id != device.user && world.random.chance(6_000) }
        let id = engine.newConversationID(at: device.clock.advanced(by: Int64(world.pick(0...1_000_000))))
        try device.ask(.createGroup(id, title: "G\(world.now)", members: others.map(\.id)), people: others)
        try device.ask(.post(id, text: "first", writtenAt: device.clock))
    }

    func createDirect(on device: SimulatedDevice) throws {
        guard let other = world.random.pick(world.people.filter { $0.id != device.user }) else { return }
        let id = ConversationID.direct(between: device.user, and: other.id)
        try device.ask(.createDirect(id, with: other.id), people: [other])
        try device.ask(.post(id, text: "hello", writtenAt: device.clock))
        // The other side may have the same idea.
        guard world.random.chance(5_000), let theirs = world.devices.first(where: { $0.user == other.id }),
            let me = world.people.first(where: { $0.id == device.user })
        else { return }
        try theirs.ask(.createDirect(id, with: device.user), people: [me])
        try theirs.ask(.post(id, text: "hello you", writtenAt: theirs.clock))
    }

    func change(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        switch world.pick(0...9) {
        case 0...1: try device.ask(.updateProfile(name: "N\(world.now)", showsPresence: world.random.chance(5_000)))
        case 2: try device.ask(.updateProfile(ProfileChange(showsReceipts: world.random.chance(5_000))))
        case 3: if let id, world.random.chance(3_000) { try device.ask(.dissolve(id)) }
        case 4...6: if let id { try describe(device, id) }
        default: if let id { try device.ask(.rename(id, title: "T\(world.now)")) }
        }
    }

    func membership(_ device: SimulatedDevice, _ id: ConversationID?) throws {
        guard let id, let members = device.engine?.conversations[id]?.members else { return }
        let present = members.filter { !$0.hasLeft }.map(\.user)
        let isAdding = world.random.chance(6_000)
        let others = world.people.filter { $0.id != device.user && present.contains($0.id) != isAdding }
        if isAdding, let other = world.random.pick(others) {
            try device.ask(.addMembers(id, users: [other.id]), people: [other])
        } else if world.random.chance(3_000), let other = world.random.pick(others) {
            let role = world.random.pick(Member.Role.allCases) ?? .admin
            try device.ask(.setRole(id, user: other.id, role: role))
        } else if world.random.chance(6_000), let other = world.random.pick(others) {
            try device.ask(.removeMember(id, user: other.id))
        } else {
            try device.ask(.leave(id))
        }
    }
}
