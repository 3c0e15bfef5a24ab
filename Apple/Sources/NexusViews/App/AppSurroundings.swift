import AuthenticationServices
import SwiftUI

/// What every window of the app gives to its views.
struct AppSurroundings: ViewModifier {
    @Environment(\.authorizationController) private var authorization
    let model: AppModel
    let router: Router

    func body(content: Content) -> some View {
        content
            .environment(model)
            .environment(router)
            .environment(\.pictures, PictureLoader(service: model.services))
            .environment(\.passkeys, SystemPasskeys(controller: authorization))
    }
}

extension View {
    /// - Parameter router: of a window that shows other screens than the main one.
    func inApp(_ model: AppModel, router: Router? = nil) -> some View {
        modifier(AppSurroundings(model: model, router: router ?? model.router))
    }
}
