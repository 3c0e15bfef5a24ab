import Testing

@testable import NexusCore

@Suite("The device's clock")
struct DeviceClockTests {
    @Test("goes forward as the device's does, and stands while that is set back")
    func steady() {
        var clock = DeviceClock()
        #expect(clock.set(noon) == noon)
        #expect(clock.set(noon.advanced(by: 100)) == noon.advanced(by: 100))
        #expect(clock.set(noon.advanced(by: -86_400_000)) == noon.advanced(by: 100))
        #expect(clock.set(noon.advanced(by: -86_399_000)) == noon.advanced(by: 1_100))
        #expect(clock.wall == noon.advanced(by: -86_399_000))
    }

    @Test("does not trap on absurd times")
    func absurd() {
        var clock = DeviceClock()
        _ = clock.set(Timestamp(milliseconds: .min))
        _ = clock.set(Timestamp(milliseconds: .max))
        #expect(clock.set(Timestamp(milliseconds: .min)) == clock.steady)
    }
}
