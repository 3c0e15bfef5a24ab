/// One setting of `nexus serve`: its names in the file, the environment and on the command line, and what it takes.
public struct Setting: Equatable, Sendable {
    /// What a value may be.
    public enum Kind: Equatable, Sendable {
        case text
        /// The path of a file or folder.
        case path
        /// `on` or `off`; `true`, `false`, `yes`, `no`, `1` and `0` count as these.
        case toggle
        case whole(ClosedRange<Int>)
        /// A decimal number that is not negative, such as 2.50.
        case amount
        case choice([String])
        /// Several texts: a list in the file, commas between them elsewhere.
        case list
    }

    /// Its name in the file, with a dot for each level, as `tls.certificate`. A `*` stands for a name of the operator's.
    public let key: String
    /// Its name in the environment. A `*` stands for the same name in capitals.
    public let variable: String
    /// Its name on the command line, if it has one there.
    public let flag: String?
    public let kind: Kind
    /// What holds where it is not set, in words.
    public let standard: String
    /// Whether the value is hidden from every output.
    public let isSecret: Bool
    /// Whether a change takes effect on SIGHUP. The others need a restart.
    public let isReloadable: Bool
    public let meaning: String

    init(
        _ key: String, _ variable: String, flag: String? = nil, _ kind: Kind, or standard: String = "none",
        isSecret: Bool = false, isReloadable: Bool = false, _ meaning: String
    ) {
        self.key = key
        self.variable = "NEXUS_" + variable
        self.flag = flag
        self.kind = kind
        self.standard = standard
        self.isSecret = isSecret
        self.isReloadable = isReloadable
        self.meaning = meaning
    }

    /// The setting of a name in place of `*`.
    func named(_ name: String) -> Setting {
        Setting(
            key.replacing("*", with: name),
            String(variable.dropFirst("NEXUS_".count)).replacing(
                "*", with: name.uppercased().replacing("-", with: "_")),
            flag: flag, kind, or: standard, isSecret: isSecret, isReloadable: isReloadable, meaning)
    }

    /// The row of the table in docs/operations.md.
    public var documentation: String {
        let name = key.replacing("*", with: "NAME")
        let flag = flag.map { "`\($0)`" } ?? ""
        let notes = (isSecret ? "; secret" : "") + (isReloadable ? "; reloads" : "")
        let cells = [
            "`\(name)`", "`\(variable.replacing("*", with: "NAME"))`", flag, kind.words + notes, standard, meaning,
        ]
        return "| " + cells.joined(separator: " | ").replacing("|  |", with: "| |") + " |"
    }
}

extension Setting.Kind {
    /// What is allowed, in words.
    var words: String {
        switch self {
        case .text: "text"
        case .path: "path"
        case .toggle: "on or off"
        case .whole(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .amount: "a number, such as 2.50"
        case .choice(let names): names.joined(separator: ", ")
        case .list: "list"
        }
    }

    /// A value in the form that the server reads; nil if it is not allowed.
    func canonical(_ text: String) -> String? {
        switch self {
        case .text, .path, .list: return text
        case .toggle:
            switch text.lowercased() {
            case "on", "true", "yes", "1": return "on"
            case "off", "false", "no", "0": return "off"
            default: return nil
            }
        case .whole(let range):
            guard let number = Int(text), range.contains(number) else { return nil }
            return String(number)
        case .amount:
            return text.wholeMatch(of: /[0-9]{1,12}(\.[0-9]{1,6})?/) == nil ? nil : text
        case .choice(let names):
            return names.contains(text) ? text : nil
        }
    }
}
