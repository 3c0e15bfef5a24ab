import Hummingbird
import NexusCore

/// The language model's state and ledger over HTTP.
struct LanguageModelRoutes: Sendable {
    let ledger: LedgerService

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.languageModel) { _, _, context in
            try await ledger.state(of: context.requireSession().user)
        }
        router.serve(Endpoints.ownLedger) { _, request, context in
            try await ledger.own(before: try request.number("before") ?? .max, of: context.requireSession().user)
        }
        router.serve(Endpoints.ledger) { _, request, context in
            try await ledger.everybody(
                before: try request.number("before") ?? .max, asAskedBy: context.requireSession().user)
        }
    }
}
