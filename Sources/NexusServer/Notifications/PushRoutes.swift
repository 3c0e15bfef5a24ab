import Hummingbird
import NexusCore

/// Push notifications over HTTP.
struct PushRoutes: Sendable {
    let pushes: PushService

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.push) { _, _, _ in try await pushes.present() }
        router.serve(Endpoints.pushRegistration) { _, _, context in
            PushRegistered(isRegistered: try await pushes.isRegistered(context.requireSession().session))
        }
        router.serve(Endpoints.registerPush) { registration, _, context in
            try await pushes.register(registration, of: context.requireSession())
            return Nothing()
        }
        router.serve(Endpoints.unregisterPush) { _, _, context in
            try await pushes.unregister(context.requireSession().session)
            return Nothing()
        }
        router.serve(Endpoints.testPush) { _, _, context in
            try await pushes.test(of: context.requireSession())
        }
        router.serve(Endpoints.pushReport) { _, _, context in
            try await pushes.report(for: context.requireSession().user)
        }
    }
}
