import SwiftUI

/// https://developer.apple.com/documentation/authenticationservices/authorizationcontroller
@available(iOS 16.4, macOS 13.3, *)
@MainActor
public struct AuthorizationController: Sendable {
    private let perform: @MainActor @Sendable (ASAuthorizationRequest) async throws -> ASAuthorizationResult

    /// A device as a test decides.
    @_spi(Host)
    nonisolated public init(
        _ perform: @escaping @MainActor @Sendable (ASAuthorizationRequest) async throws -> ASAuthorizationResult
    ) { self.perform = perform }

    public func performRequest(_ request: ASAuthorizationRequest) async throws -> ASAuthorizationResult {
        try await perform(request)
    }
}

private struct AuthorizationControllerKey: EnvironmentKey {
    /// A device without passkeys, whose user gives up.
    static let defaultValue = AuthorizationController { _ in throw ASAuthorizationError(.canceled) }
}

@available(iOS 16.4, macOS 13.3, *)
extension EnvironmentValues {
    public internal(set) var authorizationController: AuthorizationController {
        get { self[AuthorizationControllerKey.self] }
        set { self[AuthorizationControllerKey.self] = newValue }
    }

    @_spi(Host)
    public mutating func setAuthorizationController(_ controller: AuthorizationController) {
        authorizationController = controller
    }
}
