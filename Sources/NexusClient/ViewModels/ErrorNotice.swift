import NexusCore
import Observation

/// The error that a view model shows. It goes by itself after ``life``; the next success removes it at once.
@Observable @MainActor
final class ErrorNotice {
    /// Milliseconds that an error stays.
    static let life: Int64 = 5_000

    private(set) var error: ClientError?
    /// Whether the error came from loading: only the next successful load or action removes it.
    @ObservationIgnored private var isOfLoading = false
    private let expiry: DelayedWork

    init(_ clock: any ClientClock) { expiry = DelayedWork(clock) }

    /// Shows an error, or removes the one that is shown.
    func show(_ error: ClientError?) { show(error, ofLoading: false) }

    /// Performs a user's action. Shows its error and returns nil, or removes an earlier error.
    ///
    /// - Parameter isCurrent: false once a later action replaces this one, whose outcome is then ignored.
    @discardableResult
    func act<Value: Sendable>(
        if isCurrent: () -> Bool = { true }, _ work: () async throws(ClientError) -> Value
    ) async -> Value? {
        do throws(ClientError) {
            let value = try await work()
            guard isCurrent() else { return nil }
            show(nil)
            return value
        } catch {
            // The error of a cancelled task comes from the cancellation.
            if isCurrent(), !Task.isCancelled { show(error) }
            return nil
        }
    }

    /// Loads content. Shows its error and returns nil, or removes the error of an earlier load; that of an action stays.
    ///
    /// - Parameter isCurrent: false once a later load replaces this one, whose outcome is then ignored.
    @discardableResult
    func load<Value: Sendable>(
        if isCurrent: () -> Bool = { true }, _ work: () async throws(ClientError) -> Value
    ) async -> Value? {
        do throws(ClientError) {
            let value = try await work()
            guard isCurrent() else { return nil }
            if isOfLoading { show(nil) }
            return value
        } catch {
            if isCurrent(), !Task.isCancelled { show(error, ofLoading: true) }
            return nil
        }
    }

    private func show(_ error: ClientError?, ofLoading: Bool) {
        expiry.cancel()
        isOfLoading = ofLoading && error != nil
        if error != self.error { self.error = error }
        guard error != nil else { return }
        expiry.run(after: ErrorNotice.life) { [weak self] in self?.show(nil) }
    }
}
