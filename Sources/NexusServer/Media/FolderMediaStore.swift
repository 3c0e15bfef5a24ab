import NIOCore
import NexusCore

/// Contents in a folder of this machine.
struct FolderMediaStore: MediaStore {
    /// Bytes that are read and handed on at a time.
    private static let partBytes: Int64 = 256 << 10

    let folder: MediaFolder
    let threads: any MediaWorkers

    func store(_ file: String, as object: MediaObject, digest: ContentHash?) async throws {
        try await threads.run { [folder] in try folder.store(file, as: object.hash, preview: object.side) }
    }

    func bytes(of object: MediaObject, recorded: Int64?) async throws -> Int64 {
        let path = folder.blob(object.hash, preview: object.side)
        return try await threads.run { try MediaFolder.size(of: path) }
    }

    func open(_ object: MediaObject, _ range: Range<Int64>) -> MediaBody {
        let path = folder.blob(object.hash, preview: object.side)
        return MediaBody { [threads] write in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let (begin, count) = (offset, Int(min(FolderMediaStore.partBytes, range.upperBound - offset)))
                let part = try await threads.run { try MediaFolder.read(path, from: begin, count: count) }
                // The file became shorter than measured: closing the connection reports that.
                guard !part.isEmpty else { throw Refusal.mediaGone }
                try await write(ByteBuffer(bytes: part))
                offset += Int64(part.count)
            }
        }
    }

    func requirePicture(_ object: MediaObject, _ watch: DecodingWatch) async throws {
        guard let side = object.side else { return }
        try await threads.run { [folder] in try folder.makePicture(of: object.hash, side: side, watch) }
    }

    func remove(_ hash: ContentHash) async throws {
        try await threads.run { [folder] in folder.removeBlob(hash) }
    }
}
