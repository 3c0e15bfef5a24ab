import Foundation
import Testing

@Suite("The Xcode project")
struct ProjectTests {
    private static let folder = Catalogue.root.appendingPathComponent("Apple/Xcode")

    private static var text: String {
        get throws {
            try String(contentsOf: folder.appendingPathComponent("Nexus.xcodeproj/project.pbxproj"), encoding: .utf8)
        }
    }

    @Test("every object that it names is there")
    func objects() throws {
        let text = try Self.text
        let named = Set(text.matches(of: /[0-9A-F]{24}/).map { String($0.output) })
        let defined = Set(text.matches(of: /(?m)^\t\t([0-9A-F]{24}) .*= \{/).map { String($0.output.1) })
        let plain = Set(text.matches(of: /(?m)^\t\t([0-9A-F]{24}) = \{/).map { String($0.output.1) })
        #expect(named == defined.union(plain))
        #expect(text.filter { $0 == "{" }.count == text.filter { $0 == "}" }.count)
    }

    @Test("its folders and files are there")
    func paths() throws {
        let text = try Self.text
        var paths = text.matches(of: /path = (\.\.[^;]*);/).map { String($0.output.1) }
        paths += text.matches(of: /relativePath = ([^;]*);/).map { String($0.output.1) }
        paths += text.matches(of: /= "(\.\.\/Support\/[^"]*)"/).map { String($0.output.1) }
        #expect(paths.count >= 6)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Self.folder.appendingPathComponent(path).path), "\(path)")
        }
    }

    @Test("it has the languages of the catalogue")
    func languages() throws {
        let text = try Self.text
        for language in Catalogue.languages { #expect(text.contains("\t\(language),\n")) }
    }
}
