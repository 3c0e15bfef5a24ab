import Foundation
import Logging
import NexusServer

extension DataFolder {
    /// Opens the data folder of a server or a relay, and logs if files in it were readable by other accounts.
    ///
    /// - Throws: `CommandProblem`, if it cannot be created.
    static func prepare(_ path: String, _ logger: Logger) throws {
        do {
            let closed = try open(path)
            if closed > 0 {
                logger.notice(
                    "files of the data folder were readable by other accounts; their permissions were tightened",
                    metadata: ["files": "\(closed)"])
            }
        } catch {
            throw CommandProblem("The data folder \"\(path)\" cannot be created: \(error.localizedDescription)")
        }
    }
}
