import NexusCore
import Testing

@testable import NexusServer

@Suite("Days in words")
struct MeaningDayTests {
    @Test(
        "a time is a day in the caller's zone",
        arguments: [
            (0, 0, "Thursday 1 January 1970"), (-1, 0, "Wednesday 31 December 1969"),
            (1_772_928_000_000, 0, "Sunday 8 March 2026"), (1_772_928_000_000, -60, "Saturday 7 March 2026"),
            (1_709_164_800_000, 0, "Thursday 29 February 2024"),
        ])
    func words(milliseconds: Int, offset: Int, words: String) {
        #expect(MeaningDay.words(Timestamp(milliseconds: Int64(milliseconds)), utcOffset: offset) == words)
    }
}
