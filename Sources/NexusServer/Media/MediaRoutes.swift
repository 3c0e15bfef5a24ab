import HTTPTypes
import Hummingbird
import NIOCore
import NexusCore

/// Uploads and downloads over HTTP.
struct MediaRoutes: Sendable {
    let media: MediaService
    let limits: MediaLimits

    /// The one picture that people see who are not signed in.
    func addOpen(to router: some RouterMethods<NexusRequestContext>) {
        router.respond(to: Endpoints.teamPicture) { _, request, _ in
            let sides = Limits.pictureSides
            let side = try request.number("size").map(Int.init) ?? sides[0]
            guard sides.contains(side) else { throw Refusal(.invalidRequest, "size is one of \(sides).") }
            let served = try await media.serveTeamPicture(preview: side)
            var headers = MediaHeaders.fields(for: served)
            // The same for everyone; the address in `GET /v1/server` changes with the picture.
            headers[.cacheControl] = "public, max-age=300"
            headers[.acceptRanges] = nil
            if let held = request.headers[.ifNoneMatch], held == "*" || held.contains(served.tag) {
                return Response(status: .notModified, headers: headers)
            }
            return try await response(.ok, headers, served, 0..<served.bytes)
        }
    }

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.createUpload) { request, _, context in
            try await media.create(request, by: allowed(.upload, context))
        }
        router.serve(Endpoints.upload) { _, _, context in
            try await media.state(of: context.identifier("media"), by: allowed(.upload, context))
        }
        router.respond(to: Endpoints.appendUpload, maximumBytes: Limits.uploadPartBytes) { bytes, request, context in
            let user = try allowed(.part, context)
            guard let offset = try request.number("offset") else {
                throw Refusal(.invalidRequest, "offset says where the part begins.")
            }
            return Response(
                json: try await media.append(
                    bytes, at: offset, to: context.identifier("media"), by: user))
        }
        router.serve(Endpoints.finishUpload) { _, _, context in
            let user = try allowed(.finish, context)
            let id: MediaID = try context.identifier("media")
            return try await context.untilDropped { try await media.finish(id, by: user) }
        }
        router.serve(Endpoints.discardMedia) { _, _, context in
            try await media.discard(context.identifier("media"), by: allowed(.upload, context))
            return Nothing()
        }
        router.respond(to: Endpoints.media) { _, request, context in
            try await download(request, context)
        }
    }

    /// The caller, within their rate limit.
    private func allowed(_ act: MediaLimits.Act, _ context: NexusRequestContext) throws -> UserID {
        let user = try context.requireSession().user
        try limits.take(act, by: user)
        return user
    }

    private func download(_ request: Request, _ context: NexusRequestContext) async throws -> Response {
        let user = try allowed(.download, context)
        let side = try request.number("size").map { number in
            let sides = Limits.previewSides + Limits.pictureSides
            guard let side = sides.first(where: { Int64($0) == number }) else {
                throw Refusal(.invalidRequest, "size is one of \(sides.sorted()).")
            }
            return side
        }
        let served = try await media.serve(
            context.identifier("media"), preview: side, to: user)
        let headers = MediaHeaders.fields(for: served)
        if let held = request.headers[.ifNoneMatch], held == "*" || held.contains(served.tag) {
            return Response(status: .notModified, headers: headers)
        }
        if request.uri.queryParameters["redirect"] == "true", let address = media.address(of: served) {
            return Response(status: .temporaryRedirect, headers: MediaHeaders.redirect(to: address))
        }
        var range = ByteRange(request.headers[.range], of: served.bytes)
        if let condition = request.headers[.ifRange], condition != served.tag { range = .whole }
        switch range {
        case .whole:
            return try await response(.ok, headers, served, 0..<served.bytes)
        case .part(let part):
            var headers = headers
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(served.bytes)"
            return try await response(.partialContent, headers, served, part)
        case .outside:
            var headers = headers
            headers[.contentRange] = "bytes */\(served.bytes)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }

    private func response(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ served: MediaService.Served, _ range: Range<Int64>
    ) async throws -> Response {
        let content = try await media.open(served, range)
        let body = ResponseBody(contentLength: Int(range.count)) { writer in
            try await content.write { try await writer.write($0) }
            try await writer.finish(nil)
        }
        return Response(status: status, headers: headers, body: body)
    }
}
