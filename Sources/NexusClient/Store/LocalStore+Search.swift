import GRDB
import NexusCore

extension LocalStore {
    /// Offers all held messages to a search. A scan: what a device holds is little beside a server, and an
    /// index would have to be kept with every page that arrives.
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
