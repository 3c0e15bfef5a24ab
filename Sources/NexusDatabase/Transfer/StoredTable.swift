/// A table as SQLite's catalogue describes it. PostgreSQL has a table of the same name and columns, from the same migrations.
struct StoredTable: Sendable {
    /// What a column holds; the words of the catalogue.
    enum Kind: String {
        case integer = "INTEGER"
        case real = "REAL"
        case text = "TEXT"
        case blob = "BLOB"
    }

    let name: String
    let columns: [(name: String, kind: Kind)]
    /// The columns of the primary key, in its order; none if the table has no key.
    let key: [Int]

    /// All tables of the schema, each behind those that its rows refer to: without that of migrations, and without indexes of text.
    /// - Throws: ``DatabaseError``, if a column is of no type that every engine stores alike.
    static func all(in reader: Reader) throws -> [StoredTable] {
        let names = try reader.all(
            """
            SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
                AND name NOT LIKE 'sqlite#_%' ESCAPE '#' AND name <> 'migrations' ORDER BY name
            """
        ) { try $0.next(String.self) }
        return try sorted(names, in: reader).map { name in
            var columns: [(name: String, kind: Kind)] = []
            var key: [(place: Int, column: Int)] = []
            try reader.rows("SELECT name, type, pk FROM pragma_table_info($1) ORDER BY cid", .text(name)) { row in
                let (column, type, place): (String, String, Int) = (try row.next(), try row.next(), try row.next())
                guard let kind = Kind(rawValue: type) else {
                    throw DatabaseError(.invalidStatement, detail: "\(name).\(column) is \(type)")
                }
                if place > 0 { key.append((place, columns.count)) }
                columns.append((column, kind))
            }
            return StoredTable(name: name, columns: columns, key: key.sorted { $0.place < $1.place }.map(\.column))
        }
    }

    private static func sorted(_ names: [String], in reader: Reader) throws -> [String] {
        var waiting = try names.map { name in
            let targets = try reader.all("SELECT DISTINCT \"table\" FROM pragma_foreign_key_list($1)", .text(name)) {
                try $0.next(String.self)
            }
            return (name: name, targets: Set(targets).subtracting([name]))
        }
        var sorted: [String] = []
        while !waiting.isEmpty {
            let ready = waiting.filter { $0.targets.isSubset(of: sorted) }.map(\.name)
            guard !ready.isEmpty else {
                throw DatabaseError(.invalidStatement, detail: "tables refer to each other: \(waiting.map(\.name))")
            }
            sorted += ready
            waiting.removeAll { ready.contains($0.name) }
        }
        return sorted
    }

    /// Rows in the order of the key, at most `limit`, from the first behind `key`. A table without a key is read whole.
    func page(after key: [SQLValue]?, limit: Int, in reader: Reader) throws -> [[SQLValue]] {
        var values = key ?? []
        var text = "SELECT \(list(columns.indices)) FROM \"\(name)\""
        if key != nil {
            text += " WHERE (\(list(self.key))) > (\(SQL.placeholders(from: 1, count: values.count)))"
        }
        text += " ORDER BY \(list(self.key.isEmpty ? Array(columns.indices) : self.key))"
        if !self.key.isEmpty {
            values.append(.integer(limit))
            text += " LIMIT $\(values.count)"
        }
        return try reader.all(SQL(text), values) { row in try columns.map { try $0.kind.value(&row) } }
    }

    /// The key of the last row; nil if there is none.
    func lastKey(in reader: Reader) throws -> [SQLValue]? {
        let order = key.map { "\"\(columns[$0].name)\" DESC" }.joined(separator: ", ")
        return try reader.first(SQL("SELECT \(list(key)) FROM \"\(name)\" ORDER BY \(order) LIMIT 1")) { row in
            try key.map { try columns[$0].kind.value(&row) }
        }
    }

    func insert(_ row: [SQLValue], in transaction: Transaction) throws {
        try transaction.run(
            SQL(
                """
                INSERT INTO "\(name)" (\(list(columns.indices))) VALUES (\(SQL.placeholders(from: 1, count: row.count)))
                """), row)
    }

    func removeAll(in transaction: Transaction) throws { try transaction.run(SQL("DELETE FROM \"\(name)\"")) }

    func key(of row: [SQLValue]) -> [SQLValue] { key.map { row[$0] } }

    private func list(_ indices: some Sequence<Int>) -> String {
        indices.map { "\"\(columns[$0].name)\"" }.joined(separator: ", ")
    }
}

extension StoredTable.Kind {
    fileprivate func value(_ row: inout Row) throws -> SQLValue {
        switch self {
        case .integer: .optional(try row.next(Int64?.self))
        case .real: try row.next(Double?.self).map { .real($0) } ?? .null
        case .text: .optional(try row.next(String?.self))
        case .blob: .optional(try row.next([UInt8]?.self))
        }
    }
}
