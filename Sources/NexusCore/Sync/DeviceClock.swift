/// The device's clock for the engine. Users set clocks back, and a wait measured by such a clock would last for days;
/// so waits use a time that only moves forward.
struct DeviceClock: Sendable {
    /// The device's time: for display and for identifiers.
    private(set) var wall = Timestamp.zero
    /// Moves forward with the device's clock and stops while that goes back: for waits.
    private(set) var steady = Timestamp.zero
    private var isSet = false

    /// Takes the device's time; returns the steady one.
    mutating func set(_ now: Timestamp) -> Timestamp {
        steady = isSet ? steady.advanced(by: max(0, now.since(wall))) : now
        wall = now
        isSet = true
        return steady
    }
}
