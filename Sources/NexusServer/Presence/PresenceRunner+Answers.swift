import NIOCore
import NexusCore

extension PresenceRunner {
    /// Sends the announcements that the answers allow, with the present state.
    func take(_ answers: [PresenceAnswer]) {
        var announcements = PresenceAnnouncements(hub: hub)
        for answer in answers {
            switch answer {
            case .greet(let device, let circle): greet(device, circle, &announcements)
            case .tell(let circle): tell(circle, &announcements)
            case .switched(let circle): turn(circle, &announcements)
            case .joined(let users, let members, let blocks): introduce(users, among: members, blocks, &announcements)
            case .related(let one, let other): relate(one, other, &announcements)
            case .parted(let circle, let left): part(circle, from: left, &announcements)
            case .audience(let conversation, let members, let blocks):
                for word in audiences.found(members, blocks, in: conversation) { take(word, in: conversation, members) }
            }
        }
        announcements.send(by: batch)
    }

    // MARK: Presence

    /// Tells a new connection the presence of those its user may see. Unknown presences are left out.
    private func greet(
        _ device: PresenceLeases.Device, _ circle: PresenceCircle, _ announcements: inout PresenceAnnouncements
    ) {
        guard let stored = circle.stored else { return }
        if stored.showsPresence, let connection = connection(device) {
            for frame in PresenceAnnouncements.frames(circle.others.compactMap(known)) {
                batch.add(frame, to: connection)
            }
        }
        let effects = board.found(stored.showsPresence, for: circle.user, at: moment)
        // Other nodes do not announce whom they do not know to be shown.
        tidings(of: circle.user)
        for effect in effects {
            // This answer includes those who may see them.
            if case .tell = effect { tell(circle, &announcements) } else { perform([effect]) }
        }
    }

    private func tell(_ circle: PresenceCircle, _ announcements: inout PresenceAnnouncements) {
        guard let stored = circle.stored, let presence = board.presence(of: circle.user, stored: stored) else { return }
        for other in circle.others where other.stored.showsPresence { announcements.tell(other.user, [presence]) }
    }

    /// A user shows or hides their presence, and sees or loses that of others.
    private func turn(_ circle: PresenceCircle, _ announcements: inout PresenceAnnouncements) {
        guard let stored = circle.stored, board.switched(to: stored.showsPresence, by: circle.user) else { return }
        if stored.showsPresence {
            announcements.tell(circle.user, circle.others.compactMap(known))
            tell(circle, &announcements)
        } else {
            separate(circle.user, from: circle.others, &announcements)
        }
    }

    /// The new members learn about all, the others about the new ones.
    private func introduce(
        _ users: [UserID], among members: [PresenceRepository.Person], _ blocks: BlockPairs,
        _ announcements: inout PresenceAnnouncements
    ) {
        let new = Set(users)
        let all = members.compactMap(known)
        let newOnes = all.filter { new.contains($0.user) }
        for member in members where member.stored.showsPresence {
            let people = new.contains(member.user) ? all : newOnes
            announcements.tell(
                member.user, people.filter { $0.user != member.user && !blocks.contains(member.user, $0.user) })
        }
    }

    /// Two users lose sight of each other, or regain it.
    private func relate(_ one: PresenceCircle, _ other: PresenceCircle, _ announcements: inout PresenceAnnouncements) {
        guard one.stored?.showsPresence == true, let stored = other.stored, stored.showsPresence else { return }
        guard let friend = one.others.first(where: { $0.user == other.user }) else {
            return separate(
                one.user, from: [PresenceRepository.Person(user: other.user, stored: stored)], &announcements)
        }
        announcements.tell(one.user, [friend].compactMap(known))
        announcements.tell(other.user, other.others.filter { $0.user == one.user }.compactMap(known))
    }

    /// Users who no longer share a conversation lose sight of each other.
    private func part(
        _ circle: PresenceCircle, from members: [PresenceRepository.Person],
        _ announcements: inout PresenceAnnouncements
    ) {
        guard circle.stored?.showsPresence == true else { return }
        let acquaintances = Set(circle.others.map(\.user))
        let strangers = members.filter { $0.user != circle.user && !acquaintances.contains($0.user) }
        separate(circle.user, from: strangers, &announcements)
    }

    /// Removes a user's and others' presence from each other.
    private func separate(
        _ user: UserID, from others: [PresenceRepository.Person], _ announcements: inout PresenceAnnouncements
    ) {
        let others = others.filter(\.stored.showsPresence)
        announcements.tell(user, others.map { Presence(user: $0.user, isOnline: false) })
        for other in others { announcements.tell(other.user, [Presence(user: user, isOnline: false)]) }
    }

    /// A user's presence, if there is any to see.
    private func known(_ person: PresenceRepository.Person) -> Presence? {
        guard let presence = board.presence(of: person.user, stored: person.stored),
            presence.isOnline || presence.lastSeen != nil
        else { return nil }
        return presence
    }

    // MARK: Typing

    /// Forwards a device's typing, if its user is a member.
    func take(_ word: TypingAudiences.Word, in conversation: ConversationID, _ members: [UserID]) {
        guard members.contains(word.user) else {
            connection(word.device)?.send(
                SharedFrame(text: ServerFrame.refusal(.conversation(conversation), .conversationGone).json))
            return
        }
        if word.isActive {
            let blocks = audiences.blocks(in: conversation)
            let others = members.filter { $0 != word.user && !blocks.contains($0, word.user) }
            tell(typing.began(word.user, in: conversation, recipients: others, at: moment.uptime))
        } else {
            tell(typing.ended(word.user, in: conversation))
        }
    }
}
