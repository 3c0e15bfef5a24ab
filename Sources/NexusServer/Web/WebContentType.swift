/// The content type of a web client's file, by its extension.
enum WebContentType {
    private static let types = [
        "css": "text/css; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "ico": "image/x-icon",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "mjs": "text/javascript; charset=utf-8",
        "png": "image/png",
        "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8",
        "wasm": "application/wasm",
        "webmanifest": "application/manifest+json",
        "webp": "image/webp",
        "woff2": "font/woff2",
    ]

    static func named(_ name: String) -> String {
        guard let end = name.split(separator: ".").last else { return unknown }
        return types[end.lowercased()] ?? unknown
    }

    private static let unknown = "application/octet-stream"
}
