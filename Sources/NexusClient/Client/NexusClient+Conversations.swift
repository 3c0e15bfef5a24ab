import NexusCore

/// The result of a search for people.
public struct PeopleFound: Equatable, Sendable {
    public var people: [User]
    /// Whether the server was asked. If not, these are people known to this device; members of conversations have no
    /// e-mail address here unless they were looked up.
    public var isComplete: Bool
    /// The cursor of the next page; `nil` after the last.
    public var cursor: String?

    public init(people: [User], isComplete: Bool, cursor: String? = nil) {
        self.people = people
        self.isComplete = isComplete
        self.cursor = cursor
    }
}

extension NexusClient {
    /// The list of conversations, newest first. Needs no network.
    public func conversations() async throws(ClientError) -> [ConversationRow] {
        try await engine().conversationRows()
    }

    /// One conversation with its members; `nil` if unknown. Works offline.
    public func conversation(_ id: ConversationID) async throws(ClientError) -> ConversationState? {
        try await engine().conversations[id]
    }

    /// A page of the people whose name or e-mail contains `query`, by name; offline, those known to this device.
    ///
    /// - Parameters:
    ///   - cursor: that of the previous page of the same query.
    ///   - limit: 1 to 200; `nil` for the server's default.
    /// - Throws: ``ClientError/signedOut``, ``ClientError/refused(_:)``; ``ClientError/offline(_:)`` for a page after the first.
    public func people(
        matching query: String, after cursor: String? = nil, limit: Int? = nil
    ) async throws(ClientError) -> PeopleFound {
        do throws(ClientError) {
            let list = try await api().call(
                Endpoints.people, Nothing(),
                query: [
                    ("query", query.isEmpty ? nil : query), ("cursor", cursor),
                    ("limit", limit.map { "\(min(max($0, 1), Limits.peoplePage))" }),
                ])
            try openStore().remember(list.people)
            return PeopleFound(people: list.people, isComplete: true, cursor: list.cursor)
        } catch {
            guard error.isOffline, cursor == nil else { throw error }
            let blocked = try await ownView().blocked
            let known = try openStore().knownPeople(matching: query)
            return PeopleFound(people: known.filter { !blocked.contains($0.id) }, isComplete: false)
        }
    }

    /// All people whose name or e-mail contains `query`, by name; offline, those known to this device.
    ///
    /// - Throws: as ``people(matching:after:limit:)``.
    public func everybody(matching query: String) async throws(ClientError) -> PeopleFound {
        var found = try await people(matching: query, limit: Limits.peoplePage)
        while let cursor = found.cursor {
            let page = try await people(matching: query, after: cursor, limit: Limits.peoplePage)
            found.people += page.people
            found.cursor = page.cursor
        }
        return found
    }

    /// The person with that e-mail address or identifier, from the server or, offline, from this device. `nil` if there
    /// is none that this user may find.
    ///
    /// - Throws: as ``people(matching:after:limit:)``; ``ClientError/offline(_:)`` if this device does not know them.
    public func person(named address: String) async throws(ClientError) -> User? {
        let wanted = address.lowercased()
        var cursor: String?
        repeat {
            let page = try await people(matching: address, after: cursor, limit: Limits.peoplePage)
            if let user = page.people.first(where: { $0.email == wanted || $0.id.text == wanted }) { return user }
            if !page.isComplete { throw .offline("\"\(address)\" is not known on this device") }
            cursor = page.cursor
        } while cursor != nil
        return nil
    }

    /// People known to this device whose name or e-mail contains `query`. Works offline.
    public func knownPeople(matching query: String) throws(ClientError) -> [User] {
        try openStore().knownPeople(matching: query)
    }

    /// Opens the direct conversation with a person, or creates it. Works offline.
    ///
    /// - Returns: its identifier, and the operation if one was needed.
    @discardableResult
    public func openDirect(with user: User) async throws(ClientError) -> (ConversationID, OperationID?) {
        let engine = try await engine()
        let id = ConversationID.direct(between: engine.me, and: user.id)
        if engine.conversations[id] != nil { return (id, nil) }
        return (id, try await perform(.createDirect(id, with: user.id), people: [user]))
    }

    /// Creates a group. Needs no network.
    ///
    /// - Returns: its identifier, and the operation that creates it.
    /// - Throws: ``ClientError/refused(_:)`` for a title that will not do.
    @discardableResult
    public func createGroup(
        title: String, members: [User]
    ) async throws(ClientError) -> (ConversationID, OperationID) {
        var random = SystemRandomNumberGenerator()
        let id = ConversationID(at: clock.now(), using: &random)
        let kind = Operation.Kind.createGroup(id, title: title, members: members.map(\.id))
        return (id, try await perform(kind, people: members))
    }

    /// Gives a group another title.
    @discardableResult
    public func rename(_ conversation: ConversationID, to title: String) async throws(ClientError) -> OperationID {
        try await perform(.rename(conversation, title: title))
    }

    /// Adds people to a group. They see its history.
    @discardableResult
    public func add(_ people: [User], to conversation: ConversationID) async throws(ClientError) -> OperationID {
        try await perform(.addMembers(conversation, users: people.map(\.id)), people: people)
    }

    /// Makes a member of a group an admin, an ordinary member or its owner; only the owner may. The previous owner
    /// becomes an admin.
    @discardableResult
    public func setRole(
        _ role: Member.Role, of user: UserID, in conversation: ConversationID
    ) async throws(ClientError) -> OperationID {
        try await perform(.setRole(conversation, user: user, role: role))
    }

    /// Removes a member from a group; its owner may, and admins may remove ordinary members.
    @discardableResult
    public func remove(_ user: UserID, from conversation: ConversationID) async throws(ClientError) -> OperationID {
        try await perform(.removeMember(conversation, user: user))
    }

    /// Leaves a group.
    @discardableResult
    public func leave(_ conversation: ConversationID) async throws(ClientError) -> OperationID {
        try await perform(.leave(conversation))
    }

    /// Deletes a group for everyone; only its owner may.
    @discardableResult
    public func dissolve(_ conversation: ConversationID) async throws(ClientError) -> OperationID {
        try await perform(.dissolve(conversation))
    }

    /// Allows or forbids AI to read a conversation; in a group its owner and admins may.
    @discardableResult
    public func setAI(_ isOn: Bool, in conversation: ConversationID) async throws(ClientError) -> OperationID {
        try await perform(.setAI(conversation, on: isOn))
    }

    /// Changes the user's account; `nil` leaves a field unchanged.
    @discardableResult
    public func updateProfile(
        name: String? = nil, about: String? = nil, showsPresence: Bool? = nil, showsReceipts: Bool? = nil,
        showsAI: Bool? = nil
    ) async throws(ClientError) -> OperationID {
        try await perform(
            .updateProfile(
                ProfileChange(
                    name: name, about: about, showsPresence: showsPresence, showsReceipts: showsReceipts,
                    showsAI: showsAI)))
    }

    // MARK: Sessions

    /// The devices on which this user is signed in.
    ///
    /// - Throws: ``ClientError/offline(_:)``: needs the server.
    public func sessions() async throws(ClientError) -> [SessionInfo] {
        try await api().call(Endpoints.sessions, Nothing()).sessions
    }

    /// Signs all other devices of the user out.
    public func endOtherSessions() async throws(ClientError) {
        _ = try await api().call(Endpoints.endSession, Nothing(), path: ["session": "others"])
    }

    /// Signs another device out.
    public func endSession(_ session: SessionID) async throws(ClientError) {
        _ = try await api().call(Endpoints.endSession, Nothing(), path: ["session": session.text])
    }
}

extension NexusClient {
    /// The members who type in a conversation at this moment, as known to this process.
    public func typing(in conversation: ConversationID) async throws(ClientError) -> [Member] {
        let engine = try await engine()
        return engine.typing.users(in: conversation).compactMap { engine.conversations[conversation]?.member($0) }
    }

    /// The banner for a message that arrived; nil if the user is not told of it ([notifications.md](docs/notifications.md)).
    public func banner(for message: Message) async throws(ClientError) -> Banner? {
        try await engine().banner(for: message)
    }

    /// The known presence of these people; empty without a connection.
    public func presence(of people: [UserID]) async throws(ClientError) -> [UserID: Presence] {
        let engine = try await engine()
        return Dictionary(people.compactMap { id in engine.presence[id].map { (id, $0) } }) { $1 }
    }
}
