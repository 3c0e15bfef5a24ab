import Foundation
import Yams

/// The file of settings, `nexus.yaml`: what it says, each with its line.
///
/// Read with Yams itself: swift-configuration has the same parser below, and drops the lines that errors name.
public struct SettingsFile: Sendable {
    struct Entry: Sendable {
        var text: String
        var line: Int
    }

    public let path: String
    /// By key, with a dot for each level.
    let entries: [String: Entry]

    /// Maximum bytes of a file.
    private static let bytes = 1 << 20
    private static let depth = 8

    /// - Parameter table: the settings of the program that reads it.
    /// - Throws: ``SettingsError`` for a file that cannot be read, is not YAML, or has an unknown name.
    public init(path: String, of table: [Setting] = Setting.table) throws(SettingsError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SettingsError([
                "The settings in \"\(path)\" cannot be read. Does the file exist, and may this account read it?"
            ])
        }
        guard data.count <= SettingsFile.bytes, let text = String(data: data, encoding: .utf8) else {
            throw SettingsError(["The settings in \"\(path)\" are not text in UTF-8 of at most 1 MiB."])
        }
        try self.init(path: path, text: text, of: table)
    }

    /// The file of a data folder, which cannot name another one.
    /// - Throws: ``SettingsError``.
    public init(inDataFolder path: String, of table: [Setting] = Setting.table) throws(SettingsError) {
        try self.init(path: path, of: table)
        guard let data = entries["data"] else { return }
        throw SettingsError([
            "\(path), line \(data.line): data is not for the file in the data folder itself. Name the file with --config."
        ])
    }

    /// - Throws: ``SettingsError``.
    init(path: String, text: String, of table: [Setting] = Setting.table) throws(SettingsError) {
        self.path = path
        var reader = Reader(path: path, names: SettingNames(table))
        if let root = try SettingsFile.root(of: text, path) { reader.read(root, under: "", depth: 0) }
        guard reader.problems.isEmpty else { throw SettingsError(reader.problems) }
        entries = reader.entries
    }

    /// Nil for a file without content.
    private static func root(of text: String, _ path: String) throws(SettingsError) -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw SettingsError([SettingsFile.words(for: error, path)])
        } catch {
            throw SettingsError(["\(path) is not YAML."])
        }
    }

    /// Without the text of the file, which may hold secrets.
    private static func words(for error: YamlError, _ path: String) -> String {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            "\(path), line \(mark.line): this is not YAML: \(problem)."
        case .duplicatedKeysInMapping(let names, let context):
            "\(path), line \(context.mark.line): \(names.sorted().joined(separator: ", ")) is set twice."
        default: "\(path) is not YAML."
        }
    }

    /// Turns the tree of the file into keys and texts.
    private struct Reader {
        let path: String
        let names: SettingNames
        var entries: [String: Entry] = [:]
        var problems: [String] = []

        mutating func read(_ node: Node, under prefix: String, depth: Int) {
            guard case .mapping(let mapping) = node, depth < SettingsFile.depth else {
                return fail(node, "settings are names and values, such as port: 8480.")
            }
            for (name, value) in mapping {
                guard let word = name.string, !word.isEmpty else {
                    fail(name, "the name of a setting is text.")
                    continue
                }
                let key = prefix.isEmpty ? word : "\(prefix).\(word)"
                if names.isSetting(key) {
                    take(value, for: key)
                } else if let members = names.members(of: key) {
                    if case .mapping = value {
                        read(value, under: key, depth: depth + 1)
                    } else if !isEmpty(value) {
                        fail(name, "\(key) has settings below it: \(members.joined(separator: ", ")).")
                    }
                } else {
                    let hint = names.nearest(to: key).map { " Did you mean \"\($0)\"?" } ?? ""
                    fail(name, "there is no setting \"\(key)\".\(hint)")
                }
            }
        }

        private mutating func take(_ value: Node, for key: String) {
            if isEmpty(value) { return }
            guard entries[key] == nil else { return fail(value, "\(key) is set twice.") }
            let line = value.mark?.line ?? 0
            switch value {
            case .scalar(let scalar): entries[key] = Entry(text: scalar.string, line: line)
            case .sequence(let sequence) where sequence.allSatisfy({ $0.scalar != nil }):
                let texts = sequence.compactMap(\.scalar?.string)
                guard names.isList(key), !texts.contains(where: { $0.contains(",") }) else {
                    return fail(value, "\(key) is one value, without commas.")
                }
                entries[key] = Entry(text: texts.joined(separator: ","), line: line)
            default: fail(value, "\(key) is a value, with no settings below it.")
            }
        }

        /// A name without a value is not set.
        private func isEmpty(_ value: Node) -> Bool {
            guard case .scalar(let scalar) = value else { return false }
            return scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
        }

        private mutating func fail(_ node: Node, _ problem: String) {
            problems.append("\(path), line \(node.mark?.line ?? 1): \(problem)")
        }
    }
}

/// Settings that cannot be used. The texts name places and keys, never the value of a secret.
public struct SettingsError: Error, Equatable, Sendable {
    public let problems: [String]

    public var text: String { problems.joined(separator: "\n") }

    init(_ problems: [String]) { self.problems = problems }
}
