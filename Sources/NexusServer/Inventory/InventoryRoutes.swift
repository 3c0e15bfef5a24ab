import Hummingbird
import NexusCore

/// What the server holds, over HTTP.
struct InventoryRoutes: Sendable {
    let inventory: InventoryService

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.inventory) { _, _, context in
            try await inventory.inventory(for: context.requireSession().user)
        }
    }
}
