import Foundation
import Testing

/// Compares the arrows in docs/architecture.md with the sources.
@Suite("The architecture document")
struct ArchitectureTests {
    /// One line of the drawing: a folder and the folders that it may use.
    struct Room {
        var module: String
        var folder: String
        var uses: [String]
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Reads the lines `Folder -> Folder Folder` below each `Module:` of the block that begins with ```` ```arrows ````.
    static func drawing() throws -> [Room] {
        let page = try String(contentsOf: root.appendingPathComponent("docs/architecture.md"), encoding: .utf8)
        let block = try #require(page.components(separatedBy: "```arrows\n").dropFirst().first)
        var module = ""
        var rooms: [Room] = []
        for line in block.components(separatedBy: "\n```")[0].split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " }).map(String.init)
            guard let first = words.first else { continue }
            if first.hasSuffix(":") {
                module = String(first.dropLast())
            } else {
                rooms.append(Room(module: module, folder: first, uses: Array(words.dropFirst(2))))
            }
        }
        return rooms
    }

    @Test("draws arrows that point up only")
    func arrowsPointUp() throws {
        var seen: [String: Set<String>] = [:]
        for room in try Self.drawing() {
            for used in room.uses {
                #expect(
                    seen[room.module]?.contains(used) == true,
                    "\(room.module)/\(room.folder) uses \(used), which is below it")
            }
            seen[room.module, default: []].insert(room.folder)
        }
    }

    @Test(
        "draws exactly the arrows of the sources",
        arguments: [
            "NexusCore", "NexusIntelligence", "NexusServer", "NexusClient", "NexusDatabase", "NexusTUI", "nexus",
        ])
    func arrowsOfSources(module: String) throws {
        let rooms = try Self.drawing().filter { $0.module == module }
        let drawn = Set(
            rooms.flatMap { room in room.uses.map { SourceFolders.Arrow(from: room.folder, to: $0) } })
        let folders = try SourceFolders(Self.root.appendingPathComponent("Sources/\(module)"))
        for (arrow, names) in folders.arrows where !drawn.contains(arrow) {
            Issue.record(
                "\(module)/\(arrow.from) uses \(names.sorted().joined(separator: ", ")) of \(arrow.to), which docs/architecture.md does not draw"
            )
        }
        for arrow in drawn where folders.arrows[arrow] == nil {
            Issue.record("docs/architecture.md draws \(module)/\(arrow.from) -> \(arrow.to), which no source uses")
        }
    }
}
