import NIOCore
import NIOPosix
import NIOSSL
import NexusCore

/// Hands e-mails to the configured mail server, each batch on a connection of its own.
struct SMTPTransport: MailTransport {
    private let settings: SMTPSettings
    private let clientName: String?
    private let tls: NIOSSLContext
    private let group: any EventLoopGroup

    /// - Throws: `MailSettingsError` for trusted authorities that cannot be read.
    init(_ settings: SMTPSettings, clientName: String?, group: any EventLoopGroup) throws(MailSettingsError) {
        self.settings = settings
        self.clientName = clientName
        self.group = group
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let roots = settings.roots { configuration.trustRoots = .file(roots) }
        do {
            tls = try NIOSSLContext(configuration: configuration)
        } catch {
            throw MailSettingsError("NEXUS_SMTP_ROOTS", "names a file without readable certificates.")
        }
    }

    func send(_ mails: [SMTPEnvelope], patience: SMTPPatience) async -> [MailID: MailFailure?] {
        await talk(mails, isProbe: false, patience: patience)
    }

    /// Connects, secures the connection, greets and signs in, and sends nothing.
    ///
    /// - Returns: nil if the server would take e-mails.
    func probe(_ sender: MailAddress, patience: SMTPPatience) async -> MailFailure? {
        let mail = SMTPEnvelope(id: MailID(high: 0, low: 0), from: sender, to: sender, content: [])
        return await talk([mail], isProbe: true, patience: patience)[mail.id] ?? MailFailure(.closed)
    }

    private func talk(
        _ mails: [SMTPEnvelope], isProbe: Bool, patience: SMTPPatience
    ) async -> [MailID: MailFailure?] {
        let conversation = SMTPConversation(settings, clientName: clientName, mails: mails, isProbe: isProbe)
        let eventLoop = group.next()
        let outcome = eventLoop.makePromise(of: [MailID: MailFailure?].self)
        let (settings, tls) = (settings, tls)
        do {
            let channel = try await ClientBootstrap(group: eventLoop)
                .connectTimeout(patience.connect)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        if settings.security == .tls {
                            try pipeline.addHandler(try SMTPTransport.handshake(with: tls, settings.host))
                        }
                        try pipeline.addHandler(
                            SMTPChannelHandler(
                                conversation, isSecured: settings.security == .tls, patience: patience,
                                outcome: outcome
                            ) {
                                try SMTPTransport.handshake(with: tls, settings.host)
                            })
                    }
                }
                .connect(host: settings.host, port: settings.port).get()
            return try await withTaskCancellationHandler {
                try await outcome.futureResult.get()
            } onCancel: {
                channel.close(promise: nil)
            }
        } catch {
            let failure = MailFailure(connecting: error)
            outcome.succeed([:])
            return Dictionary(uniqueKeysWithValues: mails.map { ($0.id, .some(failure)) })
        }
    }

    private static func handshake(with context: NIOSSLContext, _ host: String) throws -> NIOSSLClientHandler {
        // An IP address is not a server name (RFC 6066 §3); its certificate is checked against the connection's address.
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }
}
