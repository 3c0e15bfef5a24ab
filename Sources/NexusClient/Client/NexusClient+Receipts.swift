import NexusCore

/// How far a message has come with one of those it is for.
public struct MemberReceipt: Equatable, Sendable {
    public var user: UserID
    public var name: String
    /// Whether it is on one of their devices.
    public var isDelivered: Bool
    public var isRead: Bool
    /// When they read it; `nil` where they have not, with no network, and where it was too long ago (docs/api.md).
    public var readAt: Timestamp?
}

extension NexusClient {
    /// Who has a message and who has read it, and when: those it is for, in the order of their names. Who has it needs no network.
    ///
    /// - Throws: ``ClientError/refused(_:)`` (`message_gone`) for one that is not on this device.
    public func receipts(of message: MessageID) async throws(ClientError) -> [MemberReceipt] {
        guard let held = try openStore().message(message),
            let state = try await engine().conversations[held.conversation]
        else {
            throw .refused(Refusal(.messageGone, "This message is not on this device, or has not been sent."))
        }
        let summary = ReceiptSummary(of: held, among: state.members)
        var times: [UserID: Timestamp] = [:]
        do throws(ClientError) {
            let list = try await api().call(
                Endpoints.readings, Nothing(),
                path: ["conversation": held.conversation.text, "message": message.text])
            for reading in list.readings { times[reading.user] = reading.at }
        } catch {
            guard error.isOffline else { throw error }
        }
        let receipts = summary.audience.map { user in
            MemberReceipt(
                user: user, name: state.member(user)?.name ?? "", isDelivered: summary.deliveredTo.contains(user),
                isRead: summary.readBy.contains(user), readAt: times[user])
        }
        return receipts.sorted { ($0.name, $0.user) < ($1.name, $1.user) }
    }
}
