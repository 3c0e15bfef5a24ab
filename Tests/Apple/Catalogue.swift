import Foundation
@_spi(Host) import SwiftUI

/// The app's String Catalogue.
enum Catalogue {
    static let languages = ["en", "de", "es"]

    static var root: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    static var file: URL { root.appendingPathComponent("Apple/Resources/Localizable.xcstrings") }

    static func strings(_ language: String) throws -> HostStrings {
        try HostStrings(catalogue: file, language: language)
    }

    /// The texts of each key: one, or one for each plural category.
    static func translations(_ language: String) throws -> [String: [String]] { try texts(of: file, language) }

    /// The phrases of the App Shortcuts.
    static func phrases(_ language: String) throws -> [String: String] {
        try texts(of: root.appendingPathComponent("Apple/Resources/AppShortcuts.xcstrings"), language).compactMapValues(
            \.first)
    }

    private static func texts(of file: URL, _ language: String) throws -> [String: [String]] {
        struct File: Decodable {
            struct Unit: Decodable { var value: String }
            struct Form: Decodable { var stringUnit: Unit }
            struct Variations: Decodable { var plural: [String: Form] }
            struct Localization: Decodable {
                var stringUnit: Unit?
                var variations: Variations?
            }
            struct Entry: Decodable { var localizations: [String: Localization] }
            var strings: [String: Entry]
        }
        let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: file))
        return file.strings.mapValues { entry in
            guard let found = entry.localizations[language] else { return [] }
            return [found.stringUnit?.value].compactMap { $0 }
                + (found.variations?.plural.values.map(\.stringUnit.value) ?? [])
        }
    }
}
