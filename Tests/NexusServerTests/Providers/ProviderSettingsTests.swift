import Foundation
import NexusCore
import Testing

@testable import NexusServer

@Suite("Settings of providers")
struct ProviderSettingsTests {
    private func settings(
        _ environment: [String: String], address: String? = "https://chat.example.org"
    ) throws -> SignInSettings {
        try SignInSettings(environment: environment, publicAddress: address.flatMap(PublicAddress.init))
    }

    @Test("Google needs its two secrets only; others name their issuer")
    func short() throws {
        let read = try settings([
            "NEXUS_OIDC_GOOGLE_CLIENT_ID": "id", "NEXUS_OIDC_GOOGLE_CLIENT_SECRET": "hidden",
            "NEXUS_OIDC_OUR_ID_CLIENT_ID": "nexus", "NEXUS_OIDC_OUR_ID_ISSUER": "https://id.example.org/realms/one",
            "NEXUS_OIDC_OUR_ID_TITLE": "Example ID", "NEXUS_OIDC_OUR_ID_SCOPES": "email groups",
            "NEXUS_OIDC_OUR_ID_AUDIENCES": "iphone android", "NEXUS_OIDC_OUR_ID_TRUST_EMAIL": "on",
            "NEXUS_OIDC_OUR_ID_LINK_BY_EMAIL": "on", "NEXUS_OIDC_OUR_ID_ADMINISTRATORS": "groups=nexus-admins",
        ])
        #expect(read.providers.map(\.name) == ["google", "our-id"])
        #expect(read.providers.map(\.title) == ["Google", "Example ID"])
        #expect(read.providers.map(\.issuer) == ["https://accounts.google.com", "https://id.example.org/realms/one"])
        #expect(read.providers.map(\.scopes) == [["openid", "email", "profile"], ["openid", "email", "groups"]])
        #expect(read.providers[1].audiences == ["iphone", "android"])
        #expect(read.providers.map(\.trustsAddresses) == [false, true])
        #expect(read.providers.map(\.linksByAddress) == [false, true])
        #expect(read.providers[1].administrators == ProviderSettings.Claim(name: "groups", value: "nexus-admins"))
        #expect(read.server == "https://chat.example.org")
        #expect(read.takesPasswords)
        #expect(!String(reflecting: read).contains("hidden"))
    }

    @Test("without any there is none")
    func none() throws {
        #expect(try settings([:], address: nil).providers.isEmpty)
        #expect(try settings(["NEXUS_OIDC_GOOGLE_CLIENT_ID": ""], address: nil).providers.isEmpty)
    }

    @Test(
        "a setting that cannot be used is named",
        arguments: [
            (["NEXUS_OIDC_ID_CLIENT_ID": "x"], "NEXUS_OIDC_ID_ISSUER"),
            (["NEXUS_OIDC_ID_ISSUER": "https://id"], "NEXUS_OIDC_ID_ISSUER"),
            (["NEXUS_OIDC_GOOGLE_CLIENT_ID": "x", "NEXUS_OIDC_GOOGLE_SECRET": "y"], "NEXUS_OIDC_GOOGLE_SECRET"),
            (["NEXUS_OIDC_GOOGLE_CLIENT_ID": "x y"], "NEXUS_OIDC_GOOGLE_CLIENT_ID"),
            (
                ["NEXUS_OIDC_GOOGLE_CLIENT_ID": "x", "NEXUS_OIDC_GOOGLE_TRUST_EMAIL": "yes"],
                "NEXUS_OIDC_GOOGLE_TRUST_EMAIL"
            ),
            (
                ["NEXUS_OIDC_ID_CLIENT_ID": "x", "NEXUS_OIDC_ID_ISSUER": "http://id.example.org"],
                "NEXUS_OIDC_ID_ISSUER"
            ),
            (["NEXUS_OIDC_ID_CLIENT_ID": "x", "NEXUS_OIDC_ID_ISSUER": "https://me:pw@id"], "NEXUS_OIDC_ID_ISSUER"),
            (
                ["NEXUS_OIDC_GOOGLE_CLIENT_ID": "x", "NEXUS_OIDC_GOOGLE_ADMINISTRATORS": "x"],
                "NEXUS_OIDC_GOOGLE_ADMINISTRATORS"
            ),
            (
                [
                    "NEXUS_OIDC_GOOGLE_CLIENT_ID": "x", "NEXUS_OIDC_GOOGLE_CLIENT_SECRET": "a",
                    "NEXUS_OIDC_GOOGLE_CLIENT_SECRET_FILE": "b",
                ], "NEXUS_OIDC_GOOGLE_CLIENT_SECRET"
            ),
            (["NEXUS_OIDC_GOOGLE_CLIENT_ID": "x", "NEXUS_OIDC_GOOGLE_TENANTS": "any"], "NEXUS_OIDC_GOOGLE_TENANTS"),
            (
                [
                    "NEXUS_OIDC_GOOGLE_CLIENT_ID": "x",
                    "NEXUS_OIDC_GOOGLE_TENANTS": "all 11111111-2222-3333-4444-555555555555",
                ], "NEXUS_OIDC_GOOGLE_TENANTS"
            ),
            (
                [
                    "NEXUS_OIDC_GOOGLE_CLIENT_ID": "x", "NEXUS_OIDC_GOOGLE_TENANTS": "all",
                    "NEXUS_OIDC_GOOGLE_TRUST_EMAIL": "on",
                ], "NEXUS_OIDC_GOOGLE_TRUST_EMAIL"
            ),
            (["NEXUS_PASSWORDS": "off"], "NEXUS_PASSWORDS"),
            (["NEXUS_PASSWORDS": "no", "NEXUS_OIDC_GOOGLE_CLIENT_ID": "x"], "NEXUS_PASSWORDS"),
        ])
    func unusable(environment: [String: String], variable: String) {
        let error = #expect(throws: ProviderSettingsError.self) { try settings(environment) }
        #expect(error?.variable == variable)
    }

    @Test("providers need the server's public address, and there are ten at most")
    func limits() {
        let google = ["NEXUS_OIDC_GOOGLE_CLIENT_ID": "x"]
        #expect(
            throws: ProviderSettingsError(
                "NEXUS_PUBLIC_URL",
                "is missing, though NEXUS_OIDC_GOOGLE_CLIENT_ID is set: providers send people back there.")
        ) {
            try settings(google, address: nil)
        }
        func many(_ count: Int) -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: (0..<count).flatMap { number in
                    [
                        ("NEXUS_OIDC_P\(number)_CLIENT_ID", "x"),
                        ("NEXUS_OIDC_P\(number)_ISSUER", "https://id\(number).example.org"),
                    ]
                })
        }
        #expect(throws: Never.self) { try settings(many(10)) }
        #expect(throws: ProviderSettingsError.self) { try settings(many(11)) }
    }

    @Test("addresses of providers are https, or on this machine")
    func addresses() {
        for good in ["https://id.example.org/a?b=c", "http://127.0.0.1:80/", "http://localhost/x", "http://[::1]:9000"]
        {
            #expect(ProviderAddress.isAllowed(good), "\(good)")
        }
        let bad = [
            "http://id.example.org", "http://127.0.0.1.example.org", "file:///etc/passwd", "javascript:alert(1)",
            "https://me@id.example.org", "//id.example.org", "", "https://", "https://id.example.org/a b",
            "http://localhost@evil.example", "https://" + String(repeating: "a", count: 2_000),
        ]
        for bad in bad { #expect(!ProviderAddress.isAllowed(bad), "\(bad)") }
    }
}
