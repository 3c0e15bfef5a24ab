import CPostgres
import Foundation

/// One session with a server, in pipeline mode: commands are sent without waiting, and answered together
/// (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html). Used by one thread at a time.
final class PostgresSession {
    private let handle: OpaquePointer
    /// For each command that is not answered yet, the form that it prepares, if it does.
    private var waiting: [PostgresStatement.Form?] = []
    private var waitingBytes = 0

    /// Commands and bytes that wait at most: their answers must fit into the buffers of the sockets.
    private static let waitingLimit = 256
    private static let waitingBytesLimit = 1 << 20

    /// Connects. Blocks, for five seconds at most for each address of the host unless the address says otherwise.
    ///
    /// - Parameter name: by which the server's administrator sees the session.
    /// - Throws: ``DatabaseError`` (`database_unavailable`).
    init(_ address: PostgresAddress, name: String) throws {
        // A peer that has vanished without a word is noticed within half a minute, here and, by what is set below, by the server.
        let settings = [
            ("connect_timeout", "5"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
            ("keepalives_count", "3"),
            ("tcp_user_timeout", "20000"), ("application_name", name), ("client_encoding", "UTF8"),
            ("dbname", address.text),
        ]
        let keywords = settings.map { Array($0.0.utf8CString) }
        let values = settings.map { Array($0.1.utf8CString) }
        let connection = PostgresSession.withPointers(keywords) { keywords in
            PostgresSession.withPointers(values) { PQconnectdbParams(keywords, $0, 1) }
        }
        guard let connection else { throw DatabaseError(.unavailable, detail: "no memory to connect") }
        guard PQstatus(connection) == CONNECTION_OK else {
            let detail = String(cString: PQerrorMessage(connection)).split(separator: "\n").joined(separator: "; ")
            PQfinish(connection)
            throw DatabaseError(.unavailable, detail: detail)
        }
        handle = connection
        // Notices of the server would go to standard error.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        guard PQserverVersion(connection) >= 140_000 else {
            throw DatabaseError(
                .unavailable,
                detail: "PostgreSQL 14 or later is needed; this is \(PQserverVersion(connection) / 10_000)")
        }
        // Compiling a statement takes longer than any of ours.
        try script(
            """
            SET jit = off;
            SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
            SET standard_conforming_strings = on; SET default_transaction_isolation = 'read committed';
            SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
            SET tcp_user_timeout = 20000;
            """)
    }

    deinit { PQfinish(handle) }

    /// What `PQconnectdbParams` takes: a list that ends with a null pointer.
    private static func withPointers<T>(_ texts: [[CChar]], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> T) -> T {
        let memory = texts.flatMap { $0 }
        return memory.withUnsafeBufferPointer { memory in
            var pointers: [UnsafePointer<CChar>?] = []
            var start = 0
            for text in texts {
                pointers.append(memory.baseAddress.map { $0 + start })
                start += text.count
            }
            pointers.append(nil)
            return pointers.withUnsafeBufferPointer { pointers in
                // Not empty: it has at least the null pointer.
                body(pointers.baseAddress.unsafelyUnwrapped)
            }
        }
    }

    /// The number of commands that are not answered yet.
    var waitingCount: Int { waiting.count }

    /// Whether what waits should be answered before more is sent.
    var isBusy: Bool { waiting.count >= Self.waitingLimit || waitingBytes >= Self.waitingBytesLimit }

    /// Runs a script of statements without parameters and waits for it.
    /// - Throws: ``PostgresError``.
    func script(_ text: String) throws {
        if PQpipelineStatus(handle) != PQ_PIPELINE_OFF {
            PQclear(try settle())
            guard PQexitPipelineMode(handle) == 1 else { throw lost() }
        }
        let result = PQexec(handle, text)
        defer { PQclear(result) }
        guard let result else { throw lost() }
        let isDone = [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result))
        let error = PostgresError(result)
        guard PQstatus(handle) == CONNECTION_OK else { throw PostgresError.lost(error.error.detail) }
        guard PQenterPipelineMode(handle) == 1 else { throw lost() }
        if !isDone { throw error }
    }

    // MARK: Sending

    /// Sends a statement without parameters.
    func send(_ text: StaticString) throws {
        let isSent = text.withUTF8Buffer { _ in
            PQsendQueryParams(
                handle, UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self), 0, nil, nil, nil, nil, 1)
        }
        guard isSent == 1 else { throw lost() }
        waiting.append(nil)
    }

    /// Sends a statement without parameters that was built at run time.
    func send(built text: String) throws {
        guard PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 1) == 1 else { throw lost() }
        waiting.append(nil)
    }

    /// Prepares a form of a statement.
    func prepare(_ text: [CChar], as form: PostgresStatement.Form) throws {
        let types = form.types.map { $0?.rawValue ?? 0 }
        guard PQsendPrepare(handle, form.name, text, Int32(types.count), types) == 1 else { throw lost() }
        form.isSent = true
        waiting.append(form)
        waitingBytes += text.count
    }

    /// Runs a prepared form with values.
    func execute(_ form: PostgresStatement.Form, _ parameters: PostgresParameters) throws {
        let isSent = parameters.withPointers { values, lengths, formats in
            PQsendQueryPrepared(handle, form.name, Int32(form.types.count), values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw lost() }
        waiting.append(nil)
        waitingBytes += parameters.count
    }

    /// Gives a prepared form up.
    func drop(_ name: [CChar]) throws {
        var text = Array("DEALLOCATE ".utf8CString.dropLast())
        text += name
        guard PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 1) == 1 else { throw lost() }
        waiting.append(nil)
    }

    /// Lets the server answer what was sent, without waiting for it.
    func flush() throws {
        guard PQsendFlushRequest(handle) == 1, PQflush(handle) == 0 else { throw lost() }
    }

    // MARK: Receiving

    /// Waits for the answers to all that was sent.
    /// - Returns: the result of the last command, for the caller to clear; nil if nothing was sent.
    /// - Throws: ``PostgresError`` of the first command that was refused; those after it were not carried out.
    func settle() throws -> OpaquePointer? {
        guard !waiting.isEmpty else { return nil }
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        let commands = waiting
        waiting.removeAll(keepingCapacity: true)
        waitingBytes = 0
        var refusal: PostgresError?
        var last: OpaquePointer?
        for (position, form) in commands.enumerated() {
            guard let result = PQgetResult(handle) else {
                PQclear(last)
                throw lost()
            }
            var isDone = false
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK: isDone = true
            case PGRES_PIPELINE_ABORTED: break
            default:
                if refusal == nil {
                    refusal = PostgresError(result)
                    refusal?.position = position
                }
                if refusal?.isLost == true || PQstatus(handle) != CONNECTION_OK {
                    PQclear(result)
                    throw PostgresError.lost(refusal?.error.detail ?? "")
                }
            }
            if !isDone { form?.isSent = false }
            if isDone, position == commands.count - 1 { last = result } else { PQclear(result) }
            // The end of this command.
            while let more = PQgetResult(handle) { PQclear(more) }
        }
        guard let end = PQgetResult(handle) else {
            PQclear(last)
            throw lost()
        }
        let isEnd = PQresultStatus(end) == PGRES_PIPELINE_SYNC
        PQclear(end)
        guard isEnd else {
            PQclear(last)
            throw lost()
        }
        if let refusal {
            PQclear(last)
            throw refusal
        }
        return last
    }

    // MARK: Ending

    /// Gives the locks of the session back, so that the next session that asks gets them: the server notices only later that a connection was closed.
    ///
    /// Waits a second at most: a server that hangs does not keep this process from ending, and gives the locks back when it goes on.
    func giveLocksBack() {
        guard waiting.isEmpty, (try? send("SELECT pg_advisory_unlock_all()")) != nil, PQpipelineSync(handle) == 1
        else { return }
        let end = ContinuousClock.now + .seconds(1)
        while PQisBusy(handle) == 1, ContinuousClock.now < end {
            var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            poll(&socket, 1, 100)
            guard PQconsumeInput(handle) == 1 else { return }
        }
    }

    private func lost() -> PostgresError {
        .lost(String(cString: PQerrorMessage(handle)).split(separator: "\n").joined(separator: "; "))
    }
}
