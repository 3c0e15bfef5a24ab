import Hummingbird
import Logging

/// The web client, if the server has its folder. Its middleware answers before any route.
struct WebPart: ServerPart {
    let shell: WebShell?

    /// - Throws: `WebFolderError`.
    init(_ configuration: ServerConfiguration, logger: Logger) throws {
        shell = try configuration.webFolder.map(WebShell.init(folder:))
        if let shell, !shell.hasCore {
            logger.warning("the web client's folder has no core: browsers cannot start it")
        }
    }

    var name: String { "web" }

    func register(in registration: Registration) {
        if let shell { registration.open.add(middleware: WebShellMiddleware(shell: shell)) }
    }
}
