import Foundation
import NexusCore

/// The types of the wire as JSDoc, for the web client: made of the same lists that write and read them.
struct WebTypes {
    private var waiting: [Any.Type] = []
    private var definitions: [String: String] = [:]

    static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Web/shell/wire.js").standardized

    /// The file that holds these types and all that they are made of.
    static func text(of roots: [Any.Type]) -> String {
        var types = WebTypes()
        types.waiting = roots
        while let type = types.waiting.popLast() { types.define(type) }
        let all = types.definitions.sorted { $0.key < $1.key }.map(\.value).joined(separator: " *\n")
        return """
            // @ts-check
            // The types of the wire (docs/protocol.md, docs/api.md). Generated from NexusCore by `make web-types`: do not edit.

            /**
            \(all) */

            export {};

            """
    }

    private mutating func define(_ type: Any.Type) {
        let name = Self.name(type)
        guard definitions[name] == nil else { return }
        if let union = type as? any JSONUnion.Type {
            definitions[name] = " * @typedef {\(cases(union).joined(separator: "\n *   | "))} \(name)\n"
        } else if let record = type as? any JSONRecord.Type {
            let object = object(record)
            if let union = object.union {
                let fields = object.fields.map { member($0) }.joined(separator: ", ")
                definitions[name] = " * @typedef {{\(fields)} & \(reference(union))} \(name)\n"
            } else {
                definitions[name] = " * @typedef {object} \(name)\n" + object.fields.map { property($0) }.joined()
            }
        }
    }

    private func object<Record: JSONRecord>(_ type: Record.Type) -> JSONSchema.Object { JSONSchema.object(type) }

    private mutating func cases<Union: JSONUnion>(_ type: Union.Type) -> [String] {
        JSONSchema.cases(type).map { fields in "{" + fields.map { member($0) }.joined(separator: ", ") + "}" }
    }

    private mutating func member(_ field: JSONSchema.Field) -> String {
        "\(field.name)\(field.isOptional ? "?" : ""): \(type(of: field))"
    }

    private mutating func property(_ field: JSONSchema.Field) -> String {
        let name = field.isOptional ? "[\(field.name)]" : field.name
        return " * @property {\(type(of: field))} \(name)\(Self.isTime(field) ? "  milliseconds since 1970" : "")\n"
    }

    private mutating func type(of field: JSONSchema.Field) -> String {
        switch field.type {
        case .word(let word): "\"\(word)\""
        case .value(let type): reference(type) + (field.isNullable ? " | null" : "")
        }
    }

    private mutating func reference(_ type: Any.Type) -> String {
        if let shaped = type as? any JSONShaped.Type {
            switch shaped.shape {
            case .string: return "string"
            case .bool: return "boolean"
            case .number, .time: return "number"
            case .pair: return "[number, number]"
            case .nullable(let value): return "\(reference(value)) | null"
            case .list(let element):
                let name = reference(element)
                return name.contains(" ") && !name.hasPrefix("[") ? "(\(name))[]" : "\(name)[]"
            }
        }
        if let word = type as? any JSONWord.Type {
            return Self.names(word).map { "\"\($0)\"" }.joined(separator: " | ")
        }
        guard type is any JSONRecord.Type else { return "unknown" }
        waiting.append(type)
        return Self.name(type)
    }

    private static func names<Word: JSONWord>(_ type: Word.Type) -> [String] { type.allCases.map(\.name) }

    private static func isTime(_ field: JSONSchema.Field) -> Bool {
        if case .value(let type) = field.type, type == Timestamp.self { true } else { false }
    }

    /// `NexusCore.Moved.Entry` is `MovedEntry`.
    private static func name(_ type: Any.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined()
    }
}
