import Foundation

// What the newest snapshot has, and what no snapshot has.
extension BackupSet {
    /// The newest manifest that can be read.
    func newestManifest() throws -> BackupManifest? {
        for id in try BackupSet.snapshots(in: store).reversed() {
            if let manifest = try? manifest(of: id) { return manifest }
        }
        return nil
    }

    /// The files of a snapshot whose contents begin with these digits, by path; none if they cannot be read.
    func files(of manifest: BackupManifest?, prefix: String) -> [String: BackupFile] {
        guard let list = manifest?.lists.first(where: { $0.prefix == prefix }), let files = try? self.list(list.digest)
        else { return [:] }
        return Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    }

    /// Removes snapshots, and then every object that no snapshot names.
    ///
    /// - Returns: the objects removed, and their bytes.
    /// - Throws: ``BackupProblem`` (`damaged`) if a manifest or a list cannot be read: what it names is not known, so nothing is removed.
    func remove(_ snapshots: [String]) throws -> (objects: Int, bytes: Int64) {
        for id in snapshots {
            try store.remove(manifestFile(of: id))
        }
        try store.settle()
        let named = try namedObjects()
        var removed = (objects: 0, bytes: Int64(0))
        for (file, bytes) in try store.objects()
        where !named.contains((file as NSString).lastPathComponent) {
            try store.remove(file)
            removed.objects += 1
            removed.bytes += bytes
        }
        return removed
    }

    /// Makes sure that the objects of a snapshot are still there before it exists.
    ///
    /// - Throws: ``BackupProblem`` (`damaged`) if one is missing.
    func requireObjects(of manifest: BackupManifest) throws {
        let present = Set(try store.objects().keys.map { ($0 as NSString).lastPathComponent })
        // A missing list is reported as it is read.
        guard try names(of: digests(of: [manifest])).isSubset(of: present) else {
            throw BackupProblem(
                .damaged,
                "Another backup removed objects of this one, whose lock had ended, and no snapshot was made. Run it again."
            )
        }
    }

    /// The names of all objects that snapshots name.
    private func namedObjects() throws(BackupProblem) -> Set<String> {
        var manifests: [BackupManifest] = []
        for id in try BackupSet.snapshots(in: store) { manifests.append(try manifest(of: id)) }
        return names(of: try digests(of: manifests))
    }

    private func names(of digests: Set<String>) -> Set<String> {
        guard isEncrypted else { return digests }
        return Set(digests.compactMap { ContentHash(hexadecimal: $0) }.map { name(of: $0) })
    }

    /// The digests of everything that these snapshots need.
    private func digests(of manifests: [BackupManifest]) throws(BackupProblem) -> Set<String> {
        var digests: Set<String> = []
        for manifest in manifests {
            digests.formUnion(manifest.database.allPieces)
            for list in manifest.lists where digests.insert(list.digest).inserted {
                for file in try self.list(list.digest) { digests.formUnion(file.allPieces) }
            }
        }
        return digests
    }
}
