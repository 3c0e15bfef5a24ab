import NexusCore

/// The web client in memory, by path. Nothing is looked up on disk, so no path leads out of it.
///
/// Files are under `/assets/VERSION/`, where VERSION is a digest of all of them; the page is at `/` and at every path
/// of the app, and three more files are at the root. In these, `{{assets}}` is replaced by `/assets/VERSION`, and in the
/// service worker `{{files}}` for the JSON array of all paths under it.
struct WebShell: Sendable {
    private static let page = "index.html"
    private static let worker = "sw.js"
    /// Files with a place at the root.
    private static let fixed = [worker, "manifest.webmanifest", "favicon.svg"]
    /// First parts of paths that are not the app's.
    private static let reserved: Set<Substring> = ["assets", "health", "metrics"]

    let version: String
    private let root: WebResource
    private let resources: [String: WebResource]

    /// - Throws: `WebFolderError`: `noPage`.
    init(_ files: [WebFile]) throws(WebFolderError) {
        guard let page = files.first(where: { $0.path == WebShell.page }) else {
            throw WebFolderError(code: .noPage, path: WebShell.page)
        }
        let version = WebShell.version(of: files)
        let assets = "/assets/\(version)"
        let rootNames = Set(WebShell.fixed + [WebShell.page])
        var resources: [String: WebResource] = [:]
        for file in files where !rootNames.contains(file.path) {
            resources["\(assets)/\(file.path)"] = WebResource(
                file.bytes, brotli: file.brotli, named: file.path, keeping: .forever)
        }
        let paths = JSONValue.array(resources.keys.sorted().map(JSONValue.string)).json
        func filled(_ file: WebFile) -> WebResource {
            var bytes = WebShell.replacing("{{assets}}", by: Array(assets.utf8), in: file.bytes)
            if file.path == WebShell.worker { bytes = WebShell.replacing("{{files}}", by: paths, in: bytes) }
            return WebResource(bytes, named: file.path, keeping: .asking)
        }
        for file in files where WebShell.fixed.contains(file.path) { resources["/\(file.path)"] = filled(file) }
        self.version = version
        root = filled(page)
        self.resources = resources
    }

    /// The client in a folder.
    /// - Throws: `WebFolderError`.
    init(folder: String) throws(WebFolderError) { try self.init(try WebFolder.read(folder)) }

    /// Whether the WebAssembly core is there.
    var hasCore: Bool { resources.keys.contains { $0.hasSuffix(".wasm") } }

    /// The resource at a path; `nil` if it is not the web client's.
    func resource(at path: String) -> WebResource? {
        resources[path] ?? (isOfApp(path) ? root : nil)
    }

    /// Whether the app may show a screen at a path. Paths like files or server endpoints are excluded.
    private func isOfApp(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard let first = parts.first, let last = parts.last else { return true }
        let isVersioned = first.first == "v" && first.count > 1 && first.dropFirst().allSatisfy(\.isNumber)
        return !isVersioned && !WebShell.reserved.contains(first) && !last.contains(".")
    }

    private static func version(of files: [WebFile]) -> String {
        // A digest of each first, so that different sets of files never hash the same bytes.
        let digests = files.flatMap { file in
            Array(WebResource.digest(Array(file.path.utf8)).utf8) + Array(WebResource.digest(file.bytes).utf8)
        }
        return String(WebResource.digest(digests).prefix(32))
    }

    private static func replacing(_ placeholder: String, by value: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        return Array(text.replacing(placeholder, with: String(decoding: value, as: UTF8.self)).utf8)
    }
}
