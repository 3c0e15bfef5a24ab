import Foundation

// What the newest snapshot has, and what no snapshot has.
extension BackupSet {
    /// The newest manifest that can be read.
    func newestManifest() -> BackupManifest? {
        for id in BackupSet.snapshots(in: path).reversed() {
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
            guard unlink("\(path)/\(manifestFile(of: id))") == 0 || errno == ENOENT else {
                throw FileProblem("removing a snapshot")
            }
        }
        try BackupFiles.flush("\(path)/snapshots")
        let named = try namedObjects()
        var removed = (objects: 0, bytes: Int64(0))
        for folder in try FileManager.default.contentsOfDirectory(atPath: "\(path)/objects") {
            for name in try FileManager.default.contentsOfDirectory(atPath: "\(path)/objects/\(folder)")
            where !named.contains(name) {
                let file = "\(path)/objects/\(folder)/\(name)"
                let bytes = BackupFiles.size(of: file) ?? 0
                guard unlink(file) == 0 else { continue }
                removed.objects += 1
                removed.bytes += bytes
            }
        }
        return removed
    }

    /// The names of all objects that snapshots name.
    private func namedObjects() throws(BackupProblem) -> Set<String> {
        var digests: Set<String> = []
        for id in BackupSet.snapshots(in: path) {
            let manifest = try manifest(of: id)
            digests.formUnion(manifest.database.allPieces)
            for list in manifest.lists where digests.insert(list.digest).inserted {
                for file in try self.list(list.digest) { digests.formUnion(file.allPieces) }
            }
        }
        guard isEncrypted else { return digests }
        return Set(digests.compactMap { ContentHash(hexadecimal: $0) }.map { name(of: $0) })
    }
}
