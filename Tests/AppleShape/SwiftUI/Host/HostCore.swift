import Foundation
import Observation
import Synchronization

/// The storage of a screen: states by place, running tasks, and whether anything has changed.
@MainActor
final class HostCore {
    /// Something that lasts as long as its view is shown.
    struct Life {
        var appear: @MainActor () -> (@MainActor () -> Void)
        /// A new value ends the old life and begins another.
        var id: AnyHashable?
    }

    var strings: HostStrings
    /// What a screen does with an address that the system opens.
    var opensURL: ((URL) -> Void)?
    private let change = ChangeFlag()
    private var locations: [String: (location: AnyObject, frame: Int)] = [:]
    private var preferences: [String: AnyObject] = [:]
    private var frame = 0
    private var wanted: [(key: String, life: Life)] = []
    private var living: [String: (id: AnyHashable?, end: @MainActor () -> Void)] = [:]
    private var watched: [String: Any] = [:]
    private var watchedNow: Set<String> = []
    private var afterwards: [@MainActor () -> Void] = []
    private(set) var problems: [String] = []

    init(strings: HostStrings) { self.strings = strings }

    var isDirty: Bool { change.isSet }

    /// Signals that something has changed since the last evaluation.
    var changes: AsyncStream<Void> { change.signals }

    func note(_ problem: String) { if !problems.contains(problem) { problems.append(problem) } }

    // MARK: State

    /// The storage of a state; the same one as long as its view is shown.
    func location<Value>(_ key: String, _ initial: Value) -> StateLocation<Value> {
        if let held = locations[key]?.location as? StateLocation<Value> {
            locations[key]?.frame = frame
            return held
        }
        let new = StateLocation(initial) { [change] in change.set() }
        locations[key] = (new, frame)
        return new
    }

    /// The storage of a preference, which lasts longer than its views.
    func preference<Value>(_ key: String, _ initial: Value) -> StateLocation<Value> {
        if let held = preferences[key] as? StateLocation<Value> { return held }
        let new = StateLocation(initial) { [change] in change.set() }
        preferences[key] = new
        return new
    }

    /// Evaluates a body; a change of an observable property that it read makes the screen stale.
    func track<Value>(_ body: () -> Value) -> Value {
        withObservationTracking(body) { [change] in change.set() }
    }

    // MARK: Lives

    /// A view is shown that has something to do while it is.
    func wants(_ key: String, _ life: Life) { wanted.append((key, life)) }

    /// The value of an `onChange` at the last evaluation.
    func exchange<Value>(_ key: String, _ value: Value) -> Value? {
        defer { watched[key] = value }
        watchedNow.insert(key)
        return watched[key] as? Value
    }

    /// Runs something once the screen has been evaluated.
    func after(_ action: @escaping @MainActor () -> Void) { afterwards.append(action) }

    func begin() {
        change.clear()
        frame += 1
        wanted = []
        watchedNow = []
    }

    /// Starts what appeared, and ends what disappeared.
    func end() {
        locations = locations.filter { $0.value.frame == frame }
        watched = watched.filter { watchedNow.contains($0.key) }
        let keys = Set(wanted.map(\.key))
        for (key, life) in living where !keys.contains(key) {
            living[key] = nil
            life.end()
        }
        for (key, life) in wanted {
            if let held = living[key] {
                guard held.id != life.id else { continue }
                held.end()
            }
            living[key] = (life.id, life.appear())
        }
        let actions = afterwards
        afterwards = []
        for action in actions { action() }
    }

    /// The screen is gone.
    func close() {
        for life in living.values { life.end() }
        living = [:]
    }
}

/// Whether anything has changed; observation tells it on any thread.
final class ChangeFlag: Sendable {
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let flag = Mutex(true)

    init() { (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    deinit { signal.finish() }

    var isSet: Bool { flag.withLock { $0 } }

    func set() {
        flag.withLock { $0 = true }
        signal.yield()
    }

    func clear() { flag.withLock { $0 = false } }
}
