import NexusCore
import NexusDatabase

@testable import NexusServer

// A node's handling of frames, and its publications.
extension SimulatedNode {
    func receive(_ frame: ClientFrame, from socket: SimulatedSocket) throws {
        let user = socket.device.user
        switch frame {
        case .operation(let operation): try queue(operation, from: socket)
        case .discover(let since, let insights):
            let now = world.time
            try answer(socket, about: .frame) { [history] in
                var moved = try history.moved(since: since, for: user, now: now, in: $0)
                if let insights { moved.insights = try InsightRevisions.moved(after: insights, for: user, $0) }
                return .moved(moved)
            } answered: { frame in
                // From there on the watch of the database tells what moves.
                guard case .moved(let moved) = frame, !moved.hasMore else { return }
                (socket.connection?.context as? LiveSession)?.discoveredAt = moved.time
            }
        case .insights(let id, let after):
            let now = world.time
            try answer(socket, about: .conversation(id)) {
                .insightRows(try InsightRows(of: id, after: after, for: user, at: now, isOn: true, $0))
            }
        case .changes(let id, let after):
            try answer(socket, about: .conversation(id)) { [history] in
                .changes(try history.changes(of: id, after: after, for: user, in: $0))
            }
        case .page(let request):
            try answer(socket, about: .conversation(request.conversation)) { [history] in
                .page(try history.page(request, for: user, in: $0))
            }
        case .own(let after):
            try answer(socket, about: .frame) { .own(try UserSettingsService.changes(of: user, after: after, in: $0)) }
        case .typing(let id, let active):
            guard world.ledger.isMember(user, of: id) else { return }
            for other in sockets where other.device.user != user && world.ledger.isMember(other.device.user, of: id) {
                try tell(other, .typing(id, user: user, active: active))
            }
            guard let parts else { return }
            let others = world.people.map(\.id).filter { $0 != user && world.ledger.isMember($0, of: id) }
            world.ledger.typed(user, in: id, for: others)
            parts.link.typed(user, in: id, isActive: active, for: others)
        case .activity(let active): try tellPresence(of: user, isOnline: active)
        }
    }

    private func answer(
        _ socket: SimulatedSocket, about refused: Refused, _ body: @escaping @Sendable (Reader) throws -> ServerFrame,
        answered: (ServerFrame) -> Void = { _ in }
    ) throws {
        if world.chance(world.conditions.serverCrash) { return try crash() }
        if world.chance(world.conditions.transientRefusal) {
            return try socket.toDevice(.refusal(refused, Refusal(.overloaded, "Try again.")))
        }
        var frame: ServerFrame
        do {
            frame = try read(body)
        } catch let refusal as Refusal {
            frame = .refusal(refused, refusal)
        }
        if let plant = world.plant { frame = plant.altered(frame) }
        try world.ledger.tells(socket.device.user, frame)
        answered(frame)
        guard world.chance(world.conditions.delay * 2) else { return try socket.toDevice(frame) }
        // A busy reader: its answers go out after later changes.
        world.schedule(at: world.now + Int64(world.pick(0...(world.conditions.latency * 4)))) { [frame] in
            try socket.toDevice(frame)
        }
    }

    /// Sends a change to all devices of a conversation's members, and to removed ones that they are out.
    func publish(_ publication: Publication) throws {
        if let parts { return parts.publisher.publish(publication) }
        let change = publication.change
        for socket in sockets {
            let user = socket.device.user
            if user == publication.catchingUp { continue }
            if publication.recipients.contains(user) {
                try tell(socket, .change(publication.change(hidingFrom: user) ?? change))
            } else if publication.departed.contains(user) {
                var farewell = change
                if world.plant != .tellsWhoLeft {
                    farewell = Change(
                        conversation: change.conversation, seq: change.seq,
                        members: change.members.filter { $0.user == user })
                }
                try tell(socket, .change(farewell))
            } else if world.plant == .tellsWhoLeft, world.ledger.members[change.conversation]?[user] != nil {
                try tell(socket, .change(change))
            }
        }
    }

    /// Tells the devices of a user to catch up. Of nodes beside others the publisher does.
    func publishLag(to user: UserID) throws {
        guard parts == nil else { return }
        for socket in sockets where socket.device.user == user { try tell(socket, .lagged) }
    }

    /// Tells members that insights of their conversation changed.
    func publish(insightsOf id: ConversationID, to readers: [UserID]) throws {
        if let parts { return parts.link.tell(.insights(id), to: readers, in: id) }
        for socket in sockets where readers.contains(socket.device.user) { try tell(socket, .insights(id)) }
    }

    /// Sends a user's settings to all of their devices.
    func publish(_ changes: UserSettingsChanges, to user: UserID) throws {
        if let parts { return parts.publisher.publish(changes, to: user) }
        for socket in sockets where socket.device.user == user { try tell(socket, .own(changes)) }
    }

    func tellPresence(of user: UserID, isOnline: Bool) throws {
        let presence = Presence(user: user, isOnline: isOnline, lastSeen: isOnline ? nil : world.time)
        for other in server.nodes.flatMap(\.sockets)
        where other.device.user != user && world.ledger.areTogether(user, other.device.user) {
            try tell(other, .presence([presence]))
        }
    }

    func tell(_ socket: SimulatedSocket, _ frame: ServerFrame) throws {
        try world.ledger.tells(socket.device.user, frame)
        try socket.toDevice(frame)
    }
}
