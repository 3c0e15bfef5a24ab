/// A statement's text, and the forms under which the server has prepared it: one for each combination of types with which it was run.
final class PostgresStatement {
    /// A prepared statement of the server.
    final class Form {
        /// With the terminating zero.
        let name: [CChar]
        let types: [PostgresType?]
        /// Whether the server has it, or it is among the commands that are on their way.
        var isSent = false

        init(number: Int, types: [PostgresType?]) {
            name = Array("s\(number)".utf8CString)
            self.types = types
        }
    }

    let text: [CChar]
    /// False for statements that cannot change the database.
    let writes: Bool
    private let parameterCount: Int
    private(set) var forms: [Form] = []
    private let names: PostgresNames

    init(_ text: String, names: PostgresNames) throws {
        guard !text.allSatisfy(\.isWhitespace) else {
            throw DatabaseError(.invalidStatement, detail: "an empty statement")
        }
        parameterCount = try Self.parameterCount(of: text)
        self.text = Array(text.utf8CString)
        self.names = names
        let words = text.split { !$0.isLetter }.map { $0.uppercased() }
        let reads = ["SELECT", "VALUES", "WITH", "EXPLAIN", "SHOW"].contains(words.first ?? "")
        writes = !reads || words.first == "WITH" && !Set(words).isDisjoint(with: ["INSERT", "UPDATE", "DELETE"])
    }

    deinit { names.dropped += forms.filter(\.isSent).map(\.name) }

    /// The form for `values`. Null fits every type.
    /// - Throws: ``DatabaseError`` (`database_invalid_statement`) when there are more or fewer values than parameters.
    func form(for values: [SQLValue]) throws -> Form {
        guard values.count == parameterCount else {
            throw DatabaseError(.invalidStatement, detail: "\(values.count) values for \(parameterCount) parameters")
        }
        if let form = forms.first(where: { Self.fits($0, values) }) { return form }
        let form = Form(number: names.next(), types: values.map(PostgresParameters.type(of:)))
        // The later ones know more types, and fit more often.
        forms.insert(form, at: 0)
        return form
    }

    private static func fits(_ form: Form, _ values: [SQLValue]) -> Bool {
        for (type, value) in zip(form.types, values) {
            if let wanted = PostgresParameters.type(of: value), wanted != type { return false }
        }
        return true
    }

    /// How many parameters `text` has: `$1`, `$2`… outside of quotes.
    static func parameterCount(of text: String) throws -> Int {
        var numbers: Set<Int> = []
        var bytes = text.utf8.makeIterator()
        var next = bytes.next()
        while let byte = next {
            next = bytes.next()
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                while let inner = next, inner != byte { next = bytes.next() }
                next = bytes.next()
            case UInt8(ascii: "$"):
                var number = 0
                while let digit = next, (0x30...0x39).contains(digit), number < 100_000 {
                    number = number * 10 + Int(digit - 0x30)
                    next = bytes.next()
                }
                numbers.insert(number)
            case UInt8(ascii: "?"):
                throw DatabaseError(.invalidStatement, detail: "parameters must be $1, $2… without a gap")
            default: break
            }
        }
        guard numbers.allSatisfy({ (1...numbers.count).contains($0) }) else {
            throw DatabaseError(.invalidStatement, detail: "parameters must be $1, $2… without a gap")
        }
        return numbers.count
    }
}

/// The names of one session's prepared statements: the next one, and those that are not needed any more.
final class PostgresNames {
    private var last = 0
    var dropped: [[CChar]] = []

    func next() -> Int {
        last += 1
        return last
    }
}
