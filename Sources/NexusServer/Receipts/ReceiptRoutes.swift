import Hummingbird
import NexusCore
import NexusDatabase

/// The receipts of a message, over HTTP.
struct ReceiptRoutes: Sendable {
    let database: any Database
    let history: HistoryService

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.readings) { _, _, context in
            let user = try context.requireSession().user
            let id: ConversationID = try context.identifier("conversation")
            let message: MessageID = try context.identifier("message")
            return try await database.read {
                try ReceiptService.readings(of: message, in: id, for: user, history, $0)
            }
        }
    }
}
