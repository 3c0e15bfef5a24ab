/// Sizes as texts.
public enum TerminalBytes {
    /// `812 B`, `3.4 MB`; units of 1,024.
    public static func short(_ bytes: Int64) -> String {
        var (size, unit) = (Double(max(0, bytes)), 0)
        let units = ["B", "KB", "MB", "GB", "TB"]
        while size >= 1_024, unit < units.count - 1 { (size, unit) = (size / 1_024, unit + 1) }
        let tenths = Int((size * 10).rounded())
        let number = unit == 0 || tenths >= 1_000 ? "\(Int(size.rounded()))" : "\(tenths / 10).\(tenths % 10)"
        return "\(number) \(units[unit])"
    }
}
