import Testing

@testable import NexusCore

@Suite("The device's clock")
struct DeviceClockTests {
    @Test("advances with the device's clock, and stops while that is set back")
    func steady() {
        var clock = DeviceClock()
        #expect(clock.set(noon) == noon)
        #expect(clock.set(noon.advanced(by: 100)) == noon.advanced(by: 100))
        #expect(clock.set(noon.advanced(by: -86_400_000)) == noon.advanced(by: 100))
        #expect(clock.set(noon.advanced(by: -86_399_000)) == noon.advanced(by: 1_100))
        #expect(clock.wall == noon.advanced(by: -86_399_000))
    }

    @Test("does not trap on extreme times")
    func absurd() {
        var clock = DeviceClock()
        _ = clock.set(Timestamp(milliseconds: .min))
        _ = clock.set(Timestamp(milliseconds: .max))
        #expect(clock.set(Timestamp(milliseconds: .min)) == clock.steady)
    }
}
