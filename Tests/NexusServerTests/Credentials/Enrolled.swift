import NexusCore
import NexusTestSupport

@testable import NexusServer

/// What the owner of a second factor has.
struct Enrolled: Sendable {
    let key: String
    var recoveryCodes: [String] = []

    init(_ answer: RunningServer.Answer) throws { key = try SecondFactorKey.decode(answer.body).key }

    func code(at time: Timestamp) -> String { Enrolled.text(TOTP.code(secret, step: TOTP.step(at: time))) }

    /// A code that is not accepted at a time.
    func wrongCode(at time: Timestamp) -> String {
        let step = TOTP.step(at: time)
        let accepted = Set((step - 2...step + 2).map { TOTP.code(secret, step: $0) })
        return Enrolled.text((0..<10).first { !accepted.contains($0) } ?? 0)
    }

    private var secret: [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = key.flatMap { letter in
            let value = alphabet.firstIndex(of: letter) ?? 0
            return (0..<5).map { value >> (4 - $0) & 1 }
        }
        return stride(from: 0, to: bits.count - 7, by: 8).map { start in
            UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
        }
    }

    private static func text(_ code: UInt32) -> String {
        let digits = String(code)
        return String(repeating: "0", count: TOTP.digits - digits.count) + digits
    }
}

extension RunningServer {
    /// Turns a second factor on.
    func enrol(_ person: SignedIn) async throws -> Enrolled {
        var enrolled = try Enrolled(try await begin(person))
        let confirmed = try await confirm(person, enrolled.code(at: clock.now))
        enrolled.recoveryCodes = try RecoveryCodes.decode(confirmed.body).codes
        return enrolled
    }

    func begin(_ person: SignedIn, password: String = "correct horse") async throws -> Answer {
        try await post("/v1/second-factor", StepUp(password: password), person)
    }

    func confirm(_ person: SignedIn, _ code: String) async throws -> Answer {
        try await post("/v1/second-factor/confirm", SecondFactorCode(code: code), person)
    }

    func remove(_ person: SignedIn, _ stepUp: StepUp) async throws -> Answer {
        try await post("/v1/second-factor/remove", stepUp, person)
    }

    func secondFactor(of person: SignedIn) async throws -> SecondFactorState {
        try SecondFactorState.decode(try await ask("GET", "/v1/second-factor", token: person.accessToken).body)
    }

    func enter(
        _ name: String, password: String = "correct horse", code: String? = nil, from address: String? = nil
    ) async throws -> Answer {
        let request = SignInRequest(
            email: "\(name.lowercased())@example.org", password: password, device: "test", code: code)
        return try await ask(
            "POST", "/v1/sessions", String(decoding: request.json, as: UTF8.self),
            headers: address.map { [("X-Forwarded-For", $0)] } ?? [])
    }

    private func post(_ path: String, _ body: some JSONEncodable, _ person: SignedIn) async throws -> Answer {
        try await ask("POST", path, String(decoding: body.json, as: UTF8.self), token: person.accessToken)
    }

    /// Lets an administrator require a second factor of everyone, or no longer.
    func require(_ isRequired: Bool, by administrator: SignedIn) async throws -> Answer {
        try await post("/v1/admin/policy", PolicyChange(requiresSecondFactor: isRequired), administrator)
    }
}
