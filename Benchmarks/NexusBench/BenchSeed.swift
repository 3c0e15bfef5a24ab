import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NexusCore
import NexusServer

/// Creates the users and conversations of a scenario: through the server's services on its database before it starts,
/// or over the API of a running server.
protocol BenchSeed: Sendable {
    func people(_ people: [(name: String, email: String)]) async throws -> [ServerSeed.Person]
    func apply(_ operations: [(operation: NexusCore.Operation, user: UserID)]) async throws
}

/// Before the server starts.
struct LocalSeed: BenchSeed {
    let seed: ServerSeed

    func people(_ people: [(name: String, email: String)]) async throws -> [ServerSeed.Person] {
        try await seed.people(people)
    }

    func apply(_ operations: [(operation: NexusCore.Operation, user: UserID)]) async throws {
        _ = try await seed.apply(operations)
    }
}

/// Seeds over the API of a running server: users sign up under addresses of this run. Its rate limits should be off.
actor RemoteSeed: BenchSeed {
    private let address: String
    private let run = UUID().uuidString.prefix(8).lowercased()
    private var tokens: [UserID: String] = [:]

    init(address: String) { self.address = address }

    func people(_ people: [(name: String, email: String)]) async throws -> [ServerSeed.Person] {
        var made: [ServerSeed.Person] = []
        for (name, email) in people {
            let request = SignUpRequest(
                email: "\(run)-\(email)", password: UUID().uuidString, name: name, device: "bench")
            let signedIn = try SignedIn.decode(try await post(Endpoints.signUp.path, request.json, token: nil))
            tokens[signedIn.profile.user.id] = signedIn.accessToken
            made.append(ServerSeed.Person(user: signedIn.profile.user, accessToken: signedIn.accessToken))
        }
        return made
    }

    func apply(_ operations: [(operation: NexusCore.Operation, user: UserID)]) async throws {
        for (operation, user) in operations {
            _ = try await post(Endpoints.operations.path, operation.json, token: tokens[user])
        }
    }

    private func post(_ path: StaticString, _ body: [UInt8], token: String?) async throws -> [UInt8] {
        var request = HTTPClientRequest(url: "\(address)\(path)")
        request.method = .POST
        request.body = .bytes(ByteBuffer(bytes: body))
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let answer = Array(buffer: try await response.body.collect(upTo: 1 << 20))
        guard response.status == .ok else {
            throw BenchFailure("The server refused: \(String(decoding: answer, as: UTF8.self))")
        }
        return answer
    }
}
