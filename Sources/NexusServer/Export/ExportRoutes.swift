import HTTPTypes
import Hummingbird
import NIOCore
import NexusCore

/// Copies of one's data over HTTP.
struct ExportRoutes: Sendable {
    /// Bytes that are read from the disk and handed on at a time.
    private static let partBytes = 256 << 10

    /// Nil without a folder for them.
    let exports: ExportService?

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.export) { _, _, context in
            try await exports?.state(of: context.requireSession().user) ?? ExportState()
        }
        router.serve(Endpoints.makeExport) { _, _, context in
            let user = try context.requireSession().user
            guard let exports else {
                throw Refusal(.unavailable, "This server has no folder for copies of people's data.")
            }
            return try await exports.make(for: user)
        }
        router.serve(Endpoints.deleteExport) { _, _, context in
            try await exports?.delete(of: context.requireSession().user)
            return Nothing()
        }
        router.respond(to: Endpoints.downloadExport) { _, request, context in
            let user = try context.requireSession().user
            let id: ExportID = try context.identifier("export")
            guard let exports else { throw Refusal.exportGone }
            return try await download(id, of: user, exports, request)
        }
    }

    private func download(
        _ id: ExportID, of user: UserID, _ exports: ExportService, _ request: Request
    ) async throws -> Response {
        let (path, bytes) = try await exports.file(id, of: user)
        var headers: HTTPFields = [
            .contentType: "application/zip",
            .acceptRanges: "bytes",
            .cacheControl: "no-store",
            .contentDisposition: MediaHeaders.disposition("nexus-export.zip", isInline: false),
        ]
        if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { headers[name] = "same-origin" }
        switch ByteRange(request.headers[.range], of: bytes) {
        case .whole:
            return response(.ok, headers, 0..<bytes)
        case .part(let part):
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes)"
            return response(.partialContent, headers, part)
        case .outside:
            headers[.contentRange] = "bytes */\(bytes)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }

        func response(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ range: Range<Int64>) -> Response {
            let body = ResponseBody(contentLength: Int(range.count)) { writer in
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let count = Int(min(Int64(ExportRoutes.partBytes), range.upperBound - offset))
                    let part = try await exports.read(path, from: offset, count: count)
                    guard !part.isEmpty else { throw Refusal.exportGone }
                    try await writer.write(ByteBuffer(bytes: part))
                    offset += Int64(part.count)
                }
                try await writer.finish(nil)
                if range.upperBound == bytes { try await exports.downloaded(id, of: user) }
            }
            return Response(status: status, headers: headers, body: body)
        }
    }
}
