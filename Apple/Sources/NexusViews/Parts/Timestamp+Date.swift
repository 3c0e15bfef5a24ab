import Foundation
import NexusCore

extension Timestamp {
    /// The same time for Foundation.
    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
