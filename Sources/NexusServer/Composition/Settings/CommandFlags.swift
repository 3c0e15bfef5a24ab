/// Reads flags of settings from arguments, which the parser of the command line has checked or will.
public enum CommandFlags {
    /// The value of a flag; nil if it is not given. The last one counts; those of a list are joined.
    static func value(of flag: String, _ kind: Setting.Kind, in arguments: [String]) -> String? {
        if kind == .toggle {
            let names = [flag: "on", "--no-" + flag.dropFirst(2): "off"]
            return arguments.last { names[$0] != nil }.flatMap { names[$0] }
        }
        let texts = texts(of: flag, in: arguments)
        return kind == .list && !texts.isEmpty ? texts.joined(separator: ",") : texts.last
    }

    /// The value of an option that is no setting, such as `--config`.
    public static func value(of flag: String, in arguments: [String]) -> String? {
        texts(of: flag, in: arguments).last
    }

    private static func texts(of flag: String, in arguments: [String]) -> [String] {
        arguments.indices.compactMap { index in
            if arguments[index] == flag { return index + 1 < arguments.count ? arguments[index + 1] : nil }
            return arguments[index].hasPrefix(flag + "=") ? String(arguments[index].dropFirst(flag.count + 1)) : nil
        }
    }
}
