import NexusCore

/// The receipt of one recipient of a message.
public struct MemberReceipt: Equatable, Sendable {
    public var user: UserID
    public var name: String
    /// Whether it is on one of their devices.
    public var isDelivered: Bool
    public var isRead: Bool
    /// When they read it; `nil` if they have not, offline, and for old messages (docs/api.md).
    public var readAt: Timestamp?
}

extension NexusClient {
    /// The receipts of a message's recipients, by name. Only the read times need the server.
    ///
    /// - Throws: ``ClientError/refused(_:)`` (`message_gone`) if it is not on this device.
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
