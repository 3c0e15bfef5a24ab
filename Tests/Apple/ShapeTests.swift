import Foundation
import Testing

@Suite("The declarations of Apple's frameworks")
struct ShapeTests {
    private static let folder = Catalogue.root.appendingPathComponent("Tests/AppleShape")

    private static var files: [(name: String, lines: [String])] {
        get throws {
            let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return try names.filter { $0.hasSuffix(".swift") && !$0.contains("Host/") && !$0.hasPrefix("Refused") }.map
            {
                let text = try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
                return ($0, text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
            }
        }
    }

    @Test("none is newer than iOS 17 and macOS 14, so that a view cannot use what is")
    func availability() throws {
        for file in try Self.files {
            for line in file.lines {
                for match in line.matches(of: /@available\((?:iOS (\d+)[.\d]*)?(?:, )?(?:macOS (\d+)[.\d]*)?/) {
                    if let version = match.output.1.flatMap({ Int($0) }) {
                        #expect(version <= 17, "\(file.name): \(line)")
                    }
                    if let version = match.output.2.flatMap({ Int($0) }) {
                        #expect(version <= 14, "\(file.name): \(line)")
                    }
                }
            }
        }
    }

    @Test("each says since when it is there")
    func completeness() throws {
        for file in try Self.files {
            var isAvailable = false
            var isConditional = false
            for line in file.lines {
                if line.hasPrefix("#") { isConditional = !line.hasPrefix("#endif") }
                let indent = line.prefix { $0 == " " }.count
                let words = line.dropFirst(indent)
                if words.isEmpty { isAvailable = false }
                // What only the host has is not Apple's.
                if words.hasPrefix("@available") || words.hasPrefix("@_spi") { isAvailable = true }
                guard indent == (isConditional ? 4 : 0),
                    words.contains(/^(@\w+ )*(public|open) (final )?(struct|class|enum|protocol|func)/)
                else { continue }
                #expect(isAvailable, "\(file.name): \(line)")
            }
        }
    }
}
