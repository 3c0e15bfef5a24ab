/// What the verification of a set found.
public struct BackupVerification: Sendable {
    /// Something of the set that is damaged or missing.
    public struct Flaw: Equatable, Sendable {
        /// A sentence that names the file, relative to the set.
        public var text: String
        /// The snapshots that need it.
        public var snapshots: [String]
    }

    /// The snapshots that were verified.
    public private(set) var snapshots: [String] = []
    public private(set) var objects = 0
    public private(set) var bytes: Int64 = 0
    public private(set) var flaws: [Flaw] = []

    public var isIntact: Bool { flaws.isEmpty }

    init() {}

    /// Each object is read once, however many snapshots have it.
    mutating func run(_ set: BackupSet, _ ids: [String], step: () throws -> Void) throws {
        var seen: [String: Int?] = [:]
        for id in ids {
            snapshots.append(id)
            let manifest: BackupManifest
            do throws(BackupProblem) { manifest = try set.manifest(of: id) } catch {
                // The store failed: nothing is known of what it has.
                if error.code == .failed { throw error }
                flaws.append(Flaw(text: error.text, snapshots: [id]))
                continue
            }
            var broken: Set<Int> = []
            func check(_ digest: String) throws {
                try step()
                let flaw: Int?
                if let known = seen[digest] {
                    flaw = known
                } else {
                    flaw = try read(digest, set)
                    seen[digest] = .some(flaw)
                }
                // Once for each snapshot, however many files share the object.
                if let flaw, broken.insert(flaw).inserted { flaws[flaw].snapshots.append(id) }
            }
            for piece in manifest.database.allPieces { try check(piece) }
            for list in manifest.lists {
                try check(list.digest)
                for file in (try? set.list(list.digest)) ?? [] {
                    for piece in file.allPieces { try check(piece) }
                }
            }
        }
    }

    /// - Returns: the place of the flaw in ``flaws``; nil if the object is as it should be.
    private mutating func read(_ digest: String, _ set: BackupSet) throws -> Int? {
        do throws(BackupProblem) {
            guard let hash = ContentHash(hexadecimal: digest) else {
                throw BackupProblem(.damaged, "\"\(digest)\" is not a digest.")
            }
            bytes += Int64(try set.content(of: hash).count)
            objects += 1
            return nil
        } catch {
            if error.code == .failed { throw error }
            flaws.append(Flaw(text: error.text, snapshots: []))
            return flaws.count - 1
        }
    }
}
