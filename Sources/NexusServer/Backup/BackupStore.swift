import Foundation
import NexusDatabase

/// Where a set is: files of it by their names, such as `objects/ab/abcd…`. Every call blocks.
protocol BackupStore: Sendable {
    /// As the operator named it.
    var place: String { get }

    /// A folder of this machine within the set, for work; nil for a set elsewhere.
    var workFolder: String? { get }

    /// Creates what a set needs if it is missing.
    func prepare() throws

    /// - Returns: nil if there is no such file.
    func read(_ name: String) throws -> [UInt8]?

    /// - Returns: nil if there is no such file.
    func size(of name: String) throws -> Int64?

    /// Writes a file: at its name it is whole or absent. It is durable after ``settle()``.
    func write(_ bytes: [UInt8], to name: String) throws

    /// Makes everything durable that was written.
    func settle() throws

    /// Removes a file; one that is not there is removed already.
    func remove(_ name: String) throws

    /// The files at the top of the set, or in `snapshots`, by their last components.
    func names(in folder: String?) throws -> [String]

    /// All objects with their sizes, by their names in the set.
    func objects() throws -> [String: Int64]

    /// Removes what an interrupted backup worked on.
    func clear()

    /// Keeps others from writing the set until it is released.
    ///
    /// - Throws: ``BackupProblem`` (`inUse`).
    func lock() throws -> any BackupLock
}

/// The right to write a set.
protocol BackupLock {
    /// Keeps the right while nothing is written. Costs nothing most of the time: call it between steps.
    ///
    /// - Throws: ``BackupProblem`` (`inUse`) once another backup has taken it.
    func renew() throws

    /// Renews the right at once.
    ///
    /// - Returns: false if another backup may have written the set since the right was taken.
    /// - Throws: ``BackupProblem`` (`inUse`) once another backup has taken it.
    func confirm() throws -> Bool

    func release()
}

/// The operating system keeps it until it is released.
extension DatabaseLock: BackupLock {
    func renew() {}
    func confirm() -> Bool { true }
}
