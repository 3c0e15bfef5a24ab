import Logging
import NexusServer
import ServiceLifecycle
import UnixSignals

/// Reads the settings and the TLS files again on SIGHUP: takes over what can change while the server runs, and logs what needs a restart.
struct SettingsReload: Service {
    private let application: NexusApplication
    private let output: LogOutput
    private let logger: Logger

    init(_ application: NexusApplication, _ output: LogOutput, _ logger: Logger) {
        self.application = application
        self.output = output
        self.logger = logger
    }

    func run() async throws {
        var current = try ServerEnvironment.load()
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            do throws(SettingsError) {
                let new = try ServerEnvironment.load()
                take(new, after: current)
                current = new
            } catch {
                logger.error(
                    "the settings cannot be reloaded; the earlier ones hold", metadata: ["reason": "\(error.text)"])
                application.reloadCertificate()
            }
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
        application.reloadCertificate(files)
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
