/// Runs something once after a pause. Something later takes its place, and the end of its owner cancels it.
@MainActor
final class DelayedWork {
    private var task: Task<Void, Never>?
    private let clock: any ClientClock

    init(_ clock: any ClientClock) { self.clock = clock }

    deinit { task?.cancel() }

    /// - Parameter work: must not keep the owner.
    func run(after milliseconds: Int64, _ work: @escaping @MainActor () async -> Void) {
        task?.cancel()
        task = Task { [clock] in
            guard (try? await clock.sleep(milliseconds: milliseconds)) != nil, !Task.isCancelled else { return }
            await work()
        }
    }

    func cancel() {
        task?.cancel()
        task = nil
    }
}
