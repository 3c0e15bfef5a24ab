import GRDB
import NexusCore

extension LocalStore {
    /// Offers all messages on this device to a search. A scan: a device holds few messages compared to a server, and
    /// every page would have to update an index.
    func offerMessages(to collector: SearchCollector) throws(ClientError) -> SearchCollector {
        try reading { db in
            var collector = collector
            let rows = try Row.fetchCursor(
                db, sql: "SELECT \(Message.columns) FROM message WHERE deletedAt IS NULL")
            while let row = try rows.next() { collector.offer(Message(row)) }
            return collector
        }
    }
}
