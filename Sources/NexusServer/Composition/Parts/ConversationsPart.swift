/// Operations, history and receipts.
struct ConversationsPart: ServerPart {
    let context: ServerContext

    init(_ context: ServerContext) { self.context = context }

    var name: String { "conversations" }

    func register(in registration: Registration) {
        MessageRoutes(
            database: context.database, history: context.history, operations: registration.gate, now: context.now
        ).add(to: registration.authorized)
        ReceiptRoutes(database: context.database, history: context.history).add(to: registration.authorized)
    }
}
