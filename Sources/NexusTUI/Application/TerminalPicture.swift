import Foundation
import ImageShim

/// Pictures in a form that terminals read.
enum TerminalPicture {
    struct Damaged: Error {}

    private static let isStarted = nexus_image_start() == 0

    /// A preview of the server (WebP) as PNG.
    ///
    /// - Throws: ``Damaged``; errors of the folder for temporary files.
    static func png(of preview: [UInt8]) async throws -> [UInt8] {
        try await Task.detached(priority: .userInitiated) {
            guard isStarted else { throw Damaged() }
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nexus-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(at: folder) }
            let (input, output) = (
                folder.appendingPathComponent("picture.webp"), folder.appendingPathComponent("picture.png")
            )
            try Data(preview).write(to: input)
            defer { nexus_image_forget_problems() }
            guard
                nexus_image_png(input.path, NEXUS_IMAGE_WEBP, output.path, { _ in 0 }, nil) == NEXUS_IMAGE_DONE
            else { throw Damaged() }
            return Array(try Data(contentsOf: output))
        }.value
    }
}
