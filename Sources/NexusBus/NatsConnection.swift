internal import CNats

/// One connection to one server of NATS, until it ends. Used by one thread.
final class NatsConnection {
    private let connection: OpaquePointer
    private let number: UInt
    private var subscriptions: [UInt: (pointer: OpaquePointer, closure: UInt)] = [:]

    /// Milliseconds for a server to answer.
    private static let patience: Int64 = 2_000
    /// Milliseconds in which a server takes what is written.
    private static let writeLimit: Int64 = 5_000
    /// Milliseconds between two questions to a silent server; it is given up when it has left two unanswered.
    private static let pingInterval: Int64 = 5_000

    /// Connects to the first server that lets it.
    ///
    /// - Parameter event: called on any thread with an error, or nil when the connection has ended.
    /// - Throws: ``NatsError``.
    init(_ settings: NatsSettings, event: @escaping @Sendable (natsStatus?) -> Void) throws(NatsError) {
        let options = try NatsConnection.options(settings)
        defer { natsOptions_Destroy(options) }
        let number = NatsRegistry.shared.add(event)
        let closure = NatsRegistry.closure(number)
        natsOptions_SetErrorHandler(options, NatsRegistry.failed, closure)
        natsOptions_SetDisconnectedCB(options, NatsRegistry.ended, closure)
        natsOptions_SetClosedCB(options, NatsRegistry.ended, closure)
        var made: OpaquePointer?
        let status = natsConnection_Connect(&made, options)
        guard status == NATS_OK, let made else {
            NatsRegistry.shared.remove(number)
            if let made { natsConnection_Destroy(made) }
            throw NatsError(text: NatsConnection.text(of: status))
        }
        connection = made
        self.number = number
    }

    deinit {
        NatsRegistry.shared.remove(number)
        for (_, subscription) in subscriptions { end(subscription) }
        natsConnection_Destroy(connection)
    }

    /// - Throws: ``NatsError``, for files that cannot be read.
    static func options(_ settings: NatsSettings) throws(NatsError) -> OpaquePointer {
        var made: OpaquePointer?
        guard natsOptions_Create(&made) == NATS_OK, let options = made else {
            throw NatsError(text: "The library of NATS cannot be used.")
        }
        do {
            try set(options, settings)
            return options
        } catch {
            natsOptions_Destroy(options)
            throw error
        }
    }

    private static func set(_ options: OpaquePointer, _ settings: NatsSettings) throws(NatsError) {
        func check(_ status: natsStatus, _ what: String) throws(NatsError) {
            if status != NATS_OK { throw NatsError(text: what) }
        }
        let servers = settings.servers.map { $0.utf8CString }
        let isSet = withPointers(servers) { natsOptions_SetServers(options, $0.baseAddress, Int32($0.count)) }
        try check(isSet, "An address of the bus cannot be read.")
        natsOptions_SetName(options, settings.name)
        natsOptions_SetTimeout(options, patience)
        natsOptions_SetWriteDeadline(options, writeLimit)
        natsOptions_SetPingInterval(options, pingInterval)
        natsOptions_SetMaxPingsOut(options, 2)
        // Reconnecting is the bus's: the library gives up where a password was refused twice.
        natsOptions_SetAllowReconnect(options, false)
        natsOptions_SetNoEcho(options, true)
        // One thread for all subscriptions in place of one for each.
        natsOptions_UseGlobalMessageDelivery(options, true)
        switch settings.login {
        case .nobody: break
        case .user(let user, let password):
            try check(natsOptions_SetUserInfo(options, user, password), "The user of the bus cannot be set.")
        case .token(let token):
            try check(natsOptions_SetToken(options, token), "The token of the bus cannot be set.")
        case .credentials(let file):
            try check(
                natsOptions_SetUserCredentialsFromFiles(options, file, nil),
                "The file of the bus's credentials cannot be read.")
        case .key(let key, let file):
            try check(
                natsOptions_SetNKeyFromSeed(options, key, file), "The file of the bus's seed cannot be read.")
        }
        guard settings.isSecure else { return }
        try check(natsOptions_SetSecure(options, true), "The library of NATS has no TLS.")
        if let trusted = settings.trusted {
            try check(
                natsOptions_LoadCATrustedCertificates(options, trusted),
                "The file of the bus's authorities cannot be read.")
        }
        if let certificate = settings.certificate {
            try check(
                natsOptions_LoadCertificatesChain(options, certificate.chain, certificate.key),
                "The certificate or the key for the bus cannot be read.")
        }
    }

    /// Gives `body` an array of C strings.
    private static func withPointers<Value>(
        _ strings: [ContiguousArray<CChar>],
        _ body: (UnsafeMutableBufferPointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
        func next(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) -> Value {
            guard index < strings.count else {
                var pointers = pointers
                return pointers.withUnsafeMutableBufferPointer { body($0) }
            }
            return strings[index].withUnsafeBufferPointer { next(index + 1, pointers + [$0.baseAddress]) }
        }
        return next(0, [])
    }

    // MARK: Use

    /// - Returns: whether it was taken.
    func publish(_ payload: [UInt8], to subject: String) -> Bool {
        natsConnection_Publish(connection, subject, payload, Int32(clamping: payload.count)) == NATS_OK
    }

    /// - Parameter number: of the subscription in `mailbox`.
    func subscribe(_ number: UInt, to subject: String, _ mailbox: Mailbox) -> Bool {
        let closure = NatsRegistry.shared.add(mailbox, number)
        var made: OpaquePointer?
        let status = natsConnection_Subscribe(
            &made, connection, subject, NatsRegistry.arrived, NatsRegistry.closure(closure))
        guard status == NATS_OK, let made else {
            NatsRegistry.shared.remove(closure)
            return false
        }
        subscriptions[number] = (made, closure)
        return true
    }

    func unsubscribe(_ number: UInt) {
        if let subscription = subscriptions.removeValue(forKey: number) { end(subscription) }
    }

    /// Waits until the server has had all of it.
    func flush() -> Bool { natsConnection_FlushTimeout(connection, NatsConnection.patience) == NATS_OK }

    /// The server's limit of a message, in bytes.
    var payloadLimit: Int { Int(natsConnection_GetMaxPayload(connection)) }

    private func end(_ subscription: (pointer: OpaquePointer, closure: UInt)) {
        NatsRegistry.shared.remove(subscription.closure)
        natsSubscription_Destroy(subscription.pointer)
    }

    /// Why there is no connection, for the operator.
    static func text(of status: natsStatus) -> String {
        switch status {
        case NATS_CONNECTION_AUTH_FAILED: "The bus refuses the credentials."
        case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED:
            "TLS with the bus fails: \(natsStatus_GetText(status).map { String(cString: $0) } ?? "")."
        case NATS_NO_SERVER, NATS_TIMEOUT, NATS_IO_ERROR: "No server of the bus can be reached."
        default: "The bus cannot be used: \(natsStatus_GetText(status).map { String(cString: $0) } ?? "")."
        }
    }
}
