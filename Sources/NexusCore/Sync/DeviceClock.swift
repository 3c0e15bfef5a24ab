/// The device's clock as the engine uses it. People set clocks back, and a wait that was measured by such a clock would last
/// for days; so waits are measured by a time that only moves forward.
struct DeviceClock: Sendable {
    /// As the device shows it: for display and for identifiers.
    private(set) var wall = Timestamp.zero
    /// Moves forward with the device's clock and stands while that goes back: for waits.
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
