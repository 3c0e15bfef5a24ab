import Foundation
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The image pipeline")
struct ImagePipelineTests {
    /// Keeps as many bytes as the side has pixels.
    private struct Cutting: ImageDownsampler {
        func downsampled(_ picture: [UInt8], to side: Int) -> [UInt8] { Array(picture.prefix(side)) }
    }

    private let folder: TemporaryFolder
    private let server = ScriptedImages()

    init() throws { folder = try TemporaryFolder() }

    private func pipeline(
        memory: Int = 1_000, disk: Int = 10_000, _ downsampler: any ImageDownsampler = ServerSizes()
    ) -> ImagePipeline {
        ImagePipeline(
            from: server, folder: folder.file("images"),
            limits: ImageLimits(memoryBytes: memory, diskBytes: disk), downsampler: downsampler)
    }

    @Test("the smallest sufficient preview is fetched, and the original beyond the largest")
    func sizes() {
        let previews = [(1, 320), (320, 320), (321, 1_024), (1_024, 1_024), (1_025, nil)]
        for (side, preview) in previews { #expect(ImageRequest.picture(1, side: side).preview == preview, "\(side)") }
        #expect(ImageRequest.picture(1, side: nil).preview == nil)
        for (side, preview) in [(96, 96), (97, 800), (801, 800)] {
            #expect(ImageRequest(portrait: MediaID(high: 1, low: 1), side: side).preview == preview, "\(side)")
        }
    }

    @Test("a picture is fetched once, then comes from memory, and after a restart from disk")
    func caches() async throws {
        let first = pipeline()
        let picture = try await first.picture(.picture(1))
        #expect(await first.held(.picture(1)) == picture)
        #expect(try await first.picture(.picture(1)) == picture)
        let second = pipeline()
        #expect(await second.held(.picture(1)) == nil)
        #expect(try await second.picture(.picture(1)) == picture)
        #expect(server.asked.count == 1)
    }

    @Test("requests at the same time, also for other sizes of one preview, share a download")
    func shared() async throws {
        server.hold()
        let images = pipeline(Cutting())
        async let one = images.picture(.picture(1, side: 3))
        async let same = images.picture(.picture(1, side: 3))
        async let other = images.picture(.picture(1, side: 5))
        try await eventually("the server is asked") { server.asked.count == 1 }
        server.answer(.success([1, 2, 3, 4, 5, 6]))
        #expect(try await one == [1, 2, 3])
        #expect(try await same == [1, 2, 3])
        #expect(try await other == [1, 2, 3, 4, 5])
        #expect(server.asked.count == 1)
    }

    @Test("a cancelled request ends at once; the download ends with its last request")
    func cancelled() async throws {
        server.hold()
        let images = pipeline()
        let one = Task { try await images.picture(.picture(1)) }
        let other = Task { try await images.picture(.picture(1)) }
        try await eventually("the server is asked") { server.asked.count == 1 }
        one.cancel()
        await #expect(throws: CancellationError.self) { try await one.value }
        #expect(server.cancelled == 0)
        other.cancel()
        await #expect(throws: CancellationError.self) { try await other.value }
        try await eventually("the download is cancelled") { server.cancelled == 1 }
        // A new request asks again.
        let again = Task { try await images.picture(.picture(1)) }
        try await eventually("the server is asked again") { server.asked.count == 2 }
        server.answer(.success([7]))
        #expect(try await again.value == [7])
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await images.picture(.picture(2))
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(server.asked.count == 2)
    }

    @Test("an error reaches every caller and is not kept")
    func failure() async throws {
        server.hold()
        let images = pipeline()
        let callers = (0..<2).map { _ in Task { try await images.picture(.picture(1)) } }
        try await eventually("the server is asked") { server.asked.count == 1 }
        server.answer(.failure(ClientError.offline("no network")))
        for caller in callers {
            await #expect(throws: ClientError.offline("no network")) { try await caller.value }
        }
        async let again = images.picture(.picture(1))
        try await eventually("the server is asked again") { server.asked.count == 2 }
        server.answer(.success([7]))
        #expect(try await again == [7])
    }

    @Test("memory has a limit in bytes; what it forgets is read from disk")
    func memoryLimit() async throws {
        for number in 1...3 { server.set(MediaID(high: 0x7000, low: UInt64(number)), bytes: 100) }
        let images = pipeline(memory: 200)
        for number in 1...2 { _ = try await images.picture(.picture(UInt64(number))) }
        #expect(await images.held(.picture(1)) != nil)
        _ = try await images.picture(.picture(3))
        #expect(await images.held(.picture(2)) == nil)
        #expect(await images.held(.picture(1)) != nil)
        #expect(try await images.picture(.picture(2)).count == 100)
        #expect(server.asked.count == 3)
        await images.removeFromMemory()
        #expect(await images.held(.picture(1)) == nil)
    }

    @Test("everything is removed on request: what is on its way is not kept either")
    func removed() async throws {
        let images = pipeline()
        _ = try await images.picture(.picture(1))
        server.hold()
        let late = Task { try await images.picture(.picture(2)) }
        try await eventually("the server is asked") { server.asked.count == 2 }
        await images.removeAll()
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(await images.held(.picture(1)) == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.file("images")))
    }
}
