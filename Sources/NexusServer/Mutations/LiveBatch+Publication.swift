import NexusCore

extension LiveBatch {
    /// Adds a change that is not the same for all: each recipient gets what they may see of it.
    ///
    /// - Parameter frame: for those from whom nothing is hidden.
    func add(_ publication: Publication, _ frame: SharedFrame, by hub: Hub) {
        // Most see the same: a change is encoded once for each way in which it is seen.
        var redacted: [[UserID: HiddenParts]: SharedFrame] = [:]
        for user in publication.recipients where user != publication.catchingUp {
            var told = frame
            if let hidden = publication.hidden[user], hub.connectionCount(of: user) > 0 {
                if let made = redacted[hidden] {
                    told = made
                } else if let change = publication.change(hidingFrom: user) {
                    told = SharedFrame(text: ServerFrame.change(change).json)
                    redacted[hidden] = told
                }
            }
            hub.forEachConnection(of: user) { add(told, to: $0) }
        }
        for user in publication.departed where hub.connectionCount(of: user) > 0 {
            // Removed members learn of the removal only, not of who did it.
            let change = publication.change
            let own = change.members.filter { $0.user == user }
            let told = Change(conversation: change.conversation, seq: change.seq, members: own)
            let farewell = SharedFrame(text: ServerFrame.change(told).json)
            hub.forEachConnection(of: user) { add(farewell, to: $0) }
        }
    }
}
