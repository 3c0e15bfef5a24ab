import NexusCore
import NexusDatabase

@testable import NexusServer

// Uploads: rows of the real tables, without contents. A medium has a number of parts.
extension SimulatedServer {
    static let partsOfMedium = 3

    /// Takes the next missing part; returns whether all have arrived.
    ///
    /// - Throws: ``Interruption`` when the disk is full.
    func takePart(of media: [MediaID], by user: UserID) throws -> Bool {
        if world.chance(world.conditions.storageFailure) { throw Interruption.storage }
        guard let id = media.first(where: { parts[$0, default: 0] < SimulatedServer.partsOfMedium }) else {
            return true
        }
        parts[id, default: 0] += 1
        if parts[id] == SimulatedServer.partsOfMedium { try finish(id, by: user) }
        return media.allSatisfy { parts[$0] == SimulatedServer.partsOfMedium }
    }

    /// It is complete: it may be posted and shown.
    private func finish(_ id: MediaID, by user: UserID) throws {
        let content = (0..<32).map { UInt8(truncatingIfNeeded: id.low >> UInt64($0 % 8 * 8)) }
        guard let hash = ContentHash(content) else { throw SimulationFailure("a hash has 32 bytes") }
        let record = MediaRepository.Record(
            id: id, owner: user, name: "picture.png", declaredType: "image/png", declaredHash: nil, uploadedBytes: 3,
            type: "image/png", bytes: 3, width: 1, height: 1, hash: hash)
        var begun = record
        (begun.bytes, begun.hash) = (0, nil)
        let (upload, now) = (begun, world.time)
        try keep { transaction, _ in
            try MediaRepository.insert(record, at: now, transaction)
            try MediaRepository.insertBlob(hash, bytes: record.bytes, transaction)
            try MediaRepository.finish(upload, as: record, at: now, transaction)
        }
        world.log("server has \(id)")
    }
}
