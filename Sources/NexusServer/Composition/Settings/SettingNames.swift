/// The names of a program's settings in the file.
struct SettingNames {
    private static let placeholder = "*"

    private let table: [Setting]
    private let keys: [String]

    init(_ table: [Setting]) {
        self.table = table
        keys = table.map(\.key)
    }

    func isSetting(_ key: String) -> Bool { setting(of: key) != nil }

    func isList(_ key: String) -> Bool { setting(of: key)?.kind == .list }

    /// The setting of a key; with a name of the operator's in place of `*`.
    func setting(of key: String) -> Setting? {
        if let setting = table.first(where: { $0.key == key && !SettingNames.isPattern($0) }) { return setting }
        let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        for setting in table where SettingNames.isPattern(setting) {
            let pattern = setting.key.split(separator: ".").map(String.init)
            guard pattern.count == parts.count, let place = pattern.firstIndex(of: SettingNames.placeholder),
                SettingNames.isName(parts[place]),
                zip(pattern, parts).allSatisfy({ $0 == SettingNames.placeholder || $0 == $1 })
            else { continue }
            return setting.named(parts[place])
        }
        return nil
    }

    static func isPattern(_ setting: Setting) -> Bool { setting.key.contains(placeholder) }

    /// 1 to 32 small letters, digits and hyphens between them.
    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= 32 && text.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil
    }

    /// The names below a group, such as `certificate` and `key` of `tls`; nil if it is no group.
    func members(of group: String) -> [String]? {
        let parts = group.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var members: [String] = []
        for key in keys {
            let pattern = key.split(separator: ".").map(String.init)
            guard pattern.count > parts.count,
                zip(pattern, parts).allSatisfy({ $0 == $1 || $0 == SettingNames.placeholder && SettingNames.isName($1) }
                )
            else { continue }
            let member = pattern[parts.count] == SettingNames.placeholder ? "NAME" : pattern[parts.count]
            if !members.contains(member) { members.append(member) }
        }
        return members.isEmpty ? nil : members
    }

    /// The key that an unknown one was probably meant to be; nil if none is near.
    func nearest(to name: String) -> String? {
        let text = name.lowercased().replacing("_", with: "-")
        let patience = max(2, text.count / 3)
        let near = keys.map { key in
            // A key of a group may stand without it.
            let last = key.split(separator: ".").last.map(String.init) ?? key
            let whole = SettingNames.distance(SettingNames.withPlaceholder(of: key, in: text), key)
            return (key: key, distance: min(whole, key == last ? .max : SettingNames.distance(text, last) + 1))
        }.min { $0.distance < $1.distance }
        return near.flatMap { $0.distance <= patience ? $0.key.replacing("*", with: "NAME") : nil }
    }

    /// A name with `*` where a pattern has it, so that the operator's own name is no difference.
    private static func withPlaceholder(of pattern: String, in name: String) -> String {
        var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let wanted = pattern.split(separator: ".").map(String.init)
        guard let place = wanted.firstIndex(of: placeholder), parts.count == wanted.count else { return name }
        parts[place] = placeholder
        return parts.joined(separator: ".")
    }

    /// Letters to insert, remove, replace or swap with their neighbour (optimal string alignment).
    static func distance(_ first: String, _ second: String) -> Int {
        let (a, b) = (Array(first.prefix(100)), Array(second))
        var rows = [Array(0...b.count)]
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var least = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
