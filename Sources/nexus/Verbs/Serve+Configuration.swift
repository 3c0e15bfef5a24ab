import Foundation
import Logging
import NexusBus
import NexusCore
import NexusDatabase
import NexusIntelligence
import NexusServer

extension Serve {
    /// What the flags, the environment and the file of settings say.
    ///
    /// - Parameter refused: called with each group of settings that cannot be used, which is then left out.
    /// - Throws: what `refused` throws.
    func configuration(_ refused: (any Error) throws -> Void) rethrows -> ServerConfiguration {
        let environment = ServerEnvironment.all
        var configuration = ServerConfiguration(
            database: DatabaseConfiguration(storage: .file(data + "/nexus.sqlite"))
        ) {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }
        configuration.database.reserveBytes = 64 << 20
        if let postgres {
            do {
                configuration.database.storage = .postgres(try PostgresAddress(postgres))
                configuration.database.localPath = data + DatabasePlace.postgres
            } catch { try refused(error) }
        }
        configuration.hasStandby = standby
        configuration.database.isShared = nodes && configuration.database.isPostgres
        if let bytes = FileSizeLimit.heeded() { configuration.database.limitFiles(to: bytes) }
        configuration.webFolder = webFolder
        // For measuring: `nexus bench` runs the same work without what follows it.
        configuration.followsChanges = ServerEnvironment.text("NEXUS_BACKGROUND") != "off"
        configuration.models = ModelFolder(environment: environment, installed: ProgramResources.own.models)
        configuration.zone = TimeZone(identifier: zone) ?? .current
        configuration.media.folder = data + "/media"
        configuration.exportFolder = data + "/exports"
        configuration.media.bytesPerPerson = Int64(mediaPerPerson) << 20
        configuration.media.bytesInTotal = Int64(mediaTotal) << 20
        configuration.media.redirects = ServerEnvironment.text("NEXUS_MEDIA_REDIRECTS") == "on"
        do { configuration.media.store = try ServerEnvironment.mediaStore() } catch { try refused(error) }
        configuration.transport.host = host
        configuration.transport.port = port
        configuration.transport.tls = tls.files
        configuration.transport.allowedOrigins = allowOrigin
        configuration.transport.publicAddress = publicName.flatMap(PublicAddress.init)
        configuration.transport.connectionsPerAddress = connectionsPerAddress
        configuration.isOpenToEveryone = isOpenToEveryone
        configuration.rateLimits.isOn = rateLimits
        configuration.rateLimits.trustsProxy = trustProxy
        configuration.eventLoopThreads = threads
        configuration.passwordCostLog2 = passwordCost
        let address = configuration.transport.publicAddress
        do {
            configuration.bus = try NatsSettings(urls: bus, environment: environment).map(NodeBus.nats)
        } catch { try refused(error) }
        do {
            configuration.backup = try backups.settings(
                data: data, postgres: configuration.database.storage.postgres, store: configuration.media.store)
        } catch { try refused(error) }
        do { configuration.languageModel = try LanguageModelSettings(environment: environment) } catch {
            try refused(error)
        }
        do {
            configuration.mail = try MailSettings(environment: environment, publicAddress: address)
        } catch { try refused(error) }
        do {
            configuration.push = try PushSettings(environment: environment, publicOrigin: address?.origin)
        } catch { try refused(error) }
        do {
            configuration.signIn = try SignInSettings(environment: environment, publicAddress: address)
        } catch { try refused(error) }
        return configuration
    }

    /// What waits for the database; nil if this server does not wait.
    func databaseStandby(_ configuration: ServerConfiguration, _ logger: Logger) -> DatabaseStandby? {
        guard standby, case .postgres(let address) = configuration.database.storage,
            let path = configuration.database.localPath
        else { return nil }
        return DatabaseStandby(address, localPath: path, logger: logger)
    }
}
