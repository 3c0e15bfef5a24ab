import Logging
import NexusServer
import ServiceLifecycle
import UnixSignals

/// Reads the settings and the TLS files again on SIGHUP: takes over what can change while the server runs, and logs what needs a restart.
struct SettingsReload: Service {
    private let output: LogOutput
    private let manager: ServiceManager?
    private let logger: Logger
    private let reloadCertificate: @Sendable (TLSFiles?) -> Void

    /// - Parameters:
    ///   - manager: is told of each reload.
    ///   - reloadCertificate: reads the TLS files again, from other paths if any are given.
    init(
        _ output: LogOutput, _ manager: ServiceManager?, _ logger: Logger,
        reloadCertificate: @escaping @Sendable (TLSFiles?) -> Void
    ) {
        self.output = output
        self.manager = manager
        self.logger = logger
        self.reloadCertificate = reloadCertificate
    }

    func run() async throws {
        var current = try ServerEnvironment.load()
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            manager?.tell(.reloading)
            do throws(SettingsError) {
                let new = try ServerEnvironment.load()
                take(new, after: current)
                current = new
            } catch {
                logger.error(
                    "the settings cannot be reloaded; the earlier ones hold", metadata: ["reason": "\(error.text)"])
                reloadCertificate(nil)
            }
            manager?.tell(.ready("Settings read again"))
        }
    }

    private func take(_ new: EffectiveSettings, after old: EffectiveSettings) {
        var changes = old.changes(to: new)
        var files: TLSFiles?
        if let certificate = new["tls.certificate"], let key = new["tls.key"], old["tls.certificate"] != nil {
            files = TLSFiles(certificate: certificate, key: key)
        }
        output.level = Logger.Level(rawValue: new["log.level"] ?? "notice") ?? .notice
        output.format = LogOutput.Format(rawValue: new["log.format"] ?? "text") ?? .text
        reloadCertificate(files)
        // TLS itself begins and ends with a restart.
        let restarting = changes.partition { change in
            change.setting.isReloadable && (files != nil || !change.setting.key.hasPrefix("tls."))
        }
        for change in changes[restarting...] {
            logger.notice(
                "setting changed", metadata: ["setting": "\(change.setting.key)", "value": "\(change.shown)"])
        }
        for change in changes[..<restarting] {
            logger.warning(
                "a changed setting needs a restart", metadata: ["setting": "\(change.setting.key)"])
        }
        logger.notice("settings reloaded")
    }
}
