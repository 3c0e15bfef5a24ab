/// A duration as minutes and seconds: "0:07", "12:30".
enum DurationText {
    static func of(milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1_000
        return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }
}
