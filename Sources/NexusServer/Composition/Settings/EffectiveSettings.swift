/// The settings that hold: of the command line, else of the environment, else of the file, else the standard ones.
public struct EffectiveSettings: Sendable {
    /// Where a value comes from.
    public enum Origin: Equatable, Sendable {
        case standard
        case file(String, line: Int)
        case environment
        case flag

        public var text: String {
            switch self {
            case .standard: "default"
            case .file(let path, let line): "\(path):\(line)"
            case .environment: "environment"
            case .flag: "flag"
            }
        }
    }

    public struct Value: Sendable {
        public let setting: Setting
        /// As the server reads it; nil where the standard holds.
        public let text: String?
        public let origin: Origin

        /// What may be shown: a secret only as being set.
        public var shown: String {
            guard let text else { return setting.standard.filter { $0 != "`" } }
            return setting.isSecret ? "(hidden)" : text
        }
    }

    /// In the order of the table; of patterns those that are set.
    public let values: [Value]
    /// The environment with what the file adds, for what reads variables. Without the command line.
    public let environment: [String: String]

    /// - Parameters:
    ///   - environment: an empty variable counts as none.
    ///   - arguments: of the command line, after the verb.
    ///   - table: the settings of the program.
    /// - Throws: ``SettingsError`` with every value that is not allowed, and its place.
    public init(
        file: SettingsFile?, environment: [String: String], arguments: [String], of table: [Setting] = Setting.table
    ) throws(SettingsError) {
        let given = environment.filter { !$0.value.isEmpty }
        let settings = EffectiveSettings.settings(table, file, given)
        var problems: [String] = []
        var values: [Value] = []
        var merged = environment
        func take(_ text: String, _ setting: Setting, _ place: String) -> String? {
            if let canonical = setting.kind.canonical(text) { return canonical }
            let shown = setting.isSecret ? "" : ", not \"\(text.prefix(100))\""
            problems.append("\(place) is \(setting.kind.words)\(shown).")
            return nil
        }
        for setting in settings {
            var value = Value(setting: setting, text: nil, origin: .standard)
            // A secret's other form of a higher place counts too: a file in the environment is not joined by a value below it.
            let partner = EffectiveSettings.partner(of: setting.variable)
            if let file, let entry = file.entries[setting.key] {
                let text = take(entry.text, setting, "\(file.path), line \(entry.line): \(setting.key)")
                if let text, given[partner] == nil {
                    value = Value(setting: setting, text: text, origin: .file(file.path, line: entry.line))
                    merged[setting.variable] = text
                }
            }
            if let text = given[setting.variable].flatMap({ take($0, setting, setting.variable) }) {
                value = Value(setting: setting, text: text, origin: .environment)
                merged[setting.variable] = text
            }
            if let flag = setting.flag, let text = CommandFlags.value(of: flag, setting.kind, in: arguments),
                let text = take(text, setting, flag)
            {
                value = Value(setting: setting, text: text, origin: .flag)
            }
            values.append(value)
        }
        guard problems.isEmpty else { throw SettingsError(problems) }
        self.values = values
        self.environment = merged
    }

    /// The value of a key; nil where the standard holds.
    public subscript(key: String) -> String? { values.first { $0.setting.key == key }?.text }

    /// The values of other settings that differ from these.
    public func changes(to other: EffectiveSettings) -> [Value] {
        let before = Dictionary(values.map { ($0.setting.key, $0.text) }) { first, _ in first }
        let after = Set(other.values.map(\.setting.key))
        let gone = values.filter { !after.contains($0.setting.key) && $0.text != nil }
        return other.values.filter { before[$0.setting.key, default: nil] != $0.text }
            + gone.map { Value(setting: $0.setting, text: nil, origin: .standard) }
    }

    /// The table, with the names that file and environment give in place of `*`.
    private static func settings(
        _ table: [Setting], _ file: SettingsFile?, _ environment: [String: String]
    ) -> [Setting] {
        let names = SettingNames(table)
        return table.flatMap { setting -> [Setting] in
            guard SettingNames.isPattern(setting) else { return [setting] }
            let ends = setting.variable.split(separator: "*", maxSplits: 1).map(String.init)
            var named = (file?.entries.keys ?? [:].keys).compactMap(names.setting)
                .filter { $0.variable.hasPrefix(ends[0]) && $0.variable.hasSuffix(ends[1]) }
            for variable in environment.keys where variable.hasPrefix(ends[0]) && variable.hasSuffix(ends[1]) {
                let name = variable.dropFirst(ends[0].count).dropLast(ends[1].count)
                let key = setting.key.replacing("*", with: name.lowercased().replacing("_", with: "-"))
                if let setting = names.setting(of: key), !named.contains(setting) { named.append(setting) }
            }
            return named.sorted { $0.key < $1.key }
        }
    }

    /// The variable of the same secret in a file, or of the value of such a file.
    private static func partner(of variable: String) -> String {
        variable.hasSuffix("_FILE") ? String(variable.dropLast("_FILE".count)) : variable + "_FILE"
    }
}
