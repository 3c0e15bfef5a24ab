@_spi(Host) import AuthenticationServices
import Foundation
import NexusClient
import NexusCore
import NexusTestSupport
@_spi(Host) import SwiftUI
import Testing

@testable import NexusServer
@testable import NexusViews

@Suite("The account in the app, over the real server", .serialized) @MainActor
struct AccountTests {
    private func signedIn(at server: String) async throws -> HostedApp {
        let ada = try HostedApp(server: server, clock: LingeringClock())
        try await ada.signUp("Ada")
        try await ada.press("Settings")
        return ada
    }

    private func signOut(_ app: HostedApp) async throws {
        try await app.press("Back")
        try await app.press("Sign out")
        try await app.press("Sign out")
        try await app.shows("title \"Sign in\"")
    }

    @Test("two-step sign-in is set up, a recovery code signs in, and it is turned off")
    func secondFactor() async throws {
        let server = try await TestServer()
        let ada = try await signedIn(at: server.address)
        try await ada.press("Sign-in and security")
        try await ada.press("Set up two-step sign-in")
        try await ada.type("correct horse", into: "Password")
        try await ada.press("Continue")
        try await ada.shows("QR code for your authenticator app")
        let key = try #require(ada.model.settings.security.key?.key)
        try await ada.type("000", into: "Code")
        try await ada.press("Turn on two-step sign-in")
        try await ada.shows("This code is wrong")
        try await ada.type(try Self.code(of: key), into: "Code")
        try await ada.press("Turn on two-step sign-in")
        try await ada.shows("Your recovery codes")
        let recovery = try #require(ada.model.settings.security.recoveryCodes.first)
        try await ada.press("I have kept them")
        try await ada.hides("Your recovery codes")
        try await ada.shows("10 recovery codes left")
        #expect(ada.model.settings.security.recoveryCodes.isEmpty)

        try await signOut(ada)
        try await ada.type("ada@example.org", into: "E-mail address")
        try await ada.type("correct horse", into: "Password")
        try await ada.press("Sign in")
        try await ada.shows("Enter the code of your authenticator app")
        try await ada.type(recovery, into: "Code of your app")
        try await ada.press("Sign in")
        try await ada.press("Settings")
        try await ada.press("Sign-in and security")
        try await ada.shows("9 recovery codes left")
        try await ada.press("Turn off two-step sign-in")
        try await ada.type("correct horse", into: "Password")
        try await ada.type(try Self.code(of: key, after: 30), into: "Code of your app")
        try await ada.press("Turn off two-step sign-in")
        try await ada.shows("Two-step sign-in is off.")
        #expect(ada.host.problems.isEmpty)
    }

    @Test("where the team requires two-step sign-in, a notice sets it up, and the app connects")
    func requiredSecondFactor() async throws {
        let server = try await TestServer()
        let ada = try HostedApp(server: server.address)
        try await ada.signUp("Ada")
        try await ada.client.updatePolicy(PolicyChange(requiresSecondFactor: true))
        let bob = try HostedApp(server: server.address)
        try await bob.signUp("Bob")
        try await bob.shows("Your team requires two factors of everyone.")
        try await bob.press("Set up two-step sign-in")
        try await bob.type("correct horse", into: "Password")
        try await bob.press("Continue")
        try await bob.shows("QR code for your authenticator app")
        let key = try #require(bob.model.settings.security.key?.key)
        try await bob.type(try Self.code(of: key), into: "Code")
        try await bob.press("Turn on two-step sign-in")
        try await bob.shows("Your recovery codes")
        try await bob.press("I have kept them")
        try await bob.hides("Your team requires two factors of everyone.")
        try await eventually("it is connected") { bob.model.connection.isOnline }
        #expect(bob.model.session.state != .signedOut)
        #expect(bob.host.problems.isEmpty)
    }

    @Test("a passkey is added and signs in; who gives up sees no error")
    func passkeys() async throws {
        let server = try await TestServer()
        let address = "http://localhost:\(server.port)"
        let device = SoftwarePasskey(origin: address)
        let ada = try await signedIn(at: address)
        ada.host.change { $0.setAuthorizationController(device.controller) }
        try await ada.press("Sign-in and security")
        device.isCancelled = true
        try await ada.press("Add a passkey")
        try await eventually("the device was asked") { device.requests == 1 && !ada.model.settings.security.isWorking }
        #expect(ada.model.settings.security.error == nil)
        device.isCancelled = false
        try await ada.press("Add a passkey")
        try await ada.shows("iPhone, Not used yet")
        try await signOut(ada)
        try await ada.press("Sign in with a passkey")
        try await ada.press("Settings")
        try await ada.press("Sign-in and security")
        try await ada.shows("iPhone, last used")
        try await ada.act("Rename", on: "Actions for iPhone")
        try await ada.type("Phone", into: "Name")
        try await ada.press("Save")
        try await ada.act("Remove", on: "Actions for Phone")
        try await ada.press("Remove")
        try await ada.hides("Phone, last used")
        #expect(ada.host.problems.isEmpty)
    }

    @Test("the password and the address change, and a wrong password says so")
    func password() async throws {
        let server = try await TestServer()
        let ada = try await signedIn(at: server.address)
        try await ada.press("Sign-in and security")
        try await ada.press("Change password")
        try await ada.type("wrong horse", into: "Current password")
        try await ada.type("correct battery staple", into: "New password")
        try await ada.press("Change password")
        try await ada.shows("Check both and try again.")
        try await ada.type("correct horse", into: "Current password")
        try await ada.press("Change password")
        try await ada.shows("Your password is changed.")
        #expect(ada.host.find("Current password") == nil, "the sheet is closed")
        try await ada.shows("Your password was changed")
    }

    @Test("the user's data is exported once, and the deletion of the account is taken back")
    func leaving() async throws {
        try await withFilingServer { server in
            // The first is the administrator, who may not leave alone.
            let owner = try HostedApp(server: server.address)
            try await owner.signUp("Grace")
            let ada = try await signedIn(at: server.address)
            try await ada.press("Your data")
            try await ada.press("Export my data")
            try await ada.press("Download")
            try await ada.shows("Share or save the copy")
            try await ada.press("Delete my account")
            try await ada.type("wrong horse", into: "Password")
            try await ada.press("Delete account")
            try await ada.shows("Check both and try again.")
            try await ada.type("correct horse", into: "Password")
            try await ada.press("Delete account")
            try await ada.press("Keep my account")
            try await ada.shows("You have 14 days to change your mind.")
            #expect(ada.host.problems.isEmpty)
        }
    }

    /// A code of an authenticator app (RFC 6238) with that key.
    private static func code(of key: String, after seconds: Int64 = 0) throws -> String {
        let now = Int64(Date().timeIntervalSince1970) + seconds
        let code = TOTP.code(try secret(of: key), step: TOTP.step(at: Timestamp(milliseconds: now * 1_000)))
        let digits = String(code)
        return String(repeating: "0", count: TOTP.digits - digits.count) + digits
    }

    /// The bytes of a Base32 text (RFC 4648 §6).
    private static func secret(of key: String) throws -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bytes, buffer, bits) = ([UInt8](), UInt32(0), UInt32(0))
        for character in key {
            buffer = buffer << 5 | UInt32(try #require(alphabet.firstIndex(of: character)))
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        return bytes
    }
}
