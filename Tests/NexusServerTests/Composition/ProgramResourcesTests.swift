import Foundation
import NexusIntelligence
import Testing

@testable import NexusServer

@Suite("The files that an installed program brings along")
struct ProgramResourcesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-prefix-\(UUID().uuidString)")

    private func add(_ path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
    }

    @Test("are found beside it, also through a link to it, and are nil where they are not")
    func found() throws {
        try add("bin/nexus")
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "bin/nexus").path
        #expect(ProgramResources(executable: program).web == nil)
        #expect(ProgramResources(executable: program).models == nil)
        try add("share/nexus/web/app.js")
        #expect(ProgramResources(executable: program).web == nil, "a folder without a page is no web client")
        try add("share/nexus/web/index.html")
        try add("share/nexus/models/x")
        let link = folder.appending(path: "nexus").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "bin/nexus")
        for path in [program, link] {
            let resources = ProgramResources(executable: path)
            #expect(resources.web?.hasSuffix("/share/nexus/web") == true)
            let models = try #require(resources.models)
            #expect(models.hasSuffix("/share/nexus/models"))
            #expect(ModelFolder(environment: [:], installed: models).path == models)
            #expect(ModelFolder(environment: ["NEXUS_MODELS": "/m"], installed: models).path == "/m")
        }
        #expect(ModelFolder(environment: [:], installed: nil).path == "./models")
    }
}
