import Foundation
import NexusIntelligence
import Testing

@testable import NexusServer

@Suite("Settings of an object store")
struct S3SettingsTests {
    private static let keys = ["NEXUS_S3_ACCESS_KEY": "AKIDEXAMPLE", "NEXUS_S3_SECRET_KEY": "a/secret+key"]

    private func settings(_ more: [String: String]) throws -> S3Settings? {
        try S3Settings(environment: S3SettingsTests.keys.merging(more) { $1 })
    }

    @Test("Amazon's address follows from the region; another store names its own, with buckets in the path")
    func endpoints() throws {
        #expect(try S3Settings(environment: ["NEXUS_S3_REGION": ""]) == nil)
        let amazon = try settings(["NEXUS_S3_REGION": "eu-central-1"])
        #expect(amazon?.endpoint == "https://s3.eu-central-1.amazonaws.com")
        #expect(amazon?.usesPathStyle == false)
        #expect(try settings(["NEXUS_S3_REGION": "cn-north-1"])?.endpoint == "https://s3.cn-north-1.amazonaws.com.cn")
        let own = try settings(["NEXUS_S3_ENDPOINT": "https://s3.example.org/"])
        #expect(own?.endpoint == "https://s3.example.org")
        #expect(own?.usesPathStyle == true)
        let hosted = try settings(["NEXUS_S3_ENDPOINT": "https://s3.example.org", "NEXUS_S3_PATH_STYLE": "off"])
        #expect(hosted?.usesPathStyle == false)
    }

    @Test(
        "what cannot be used is refused by the name of its variable, never with a value",
        arguments: [
            (["NEXUS_S3_SECRET_KEY": ""], "NEXUS_S3_SECRET_KEY"),
            (["NEXUS_S3_ACCESS_KEY": ""], "NEXUS_S3_ACCESS_KEY"),
            (["NEXUS_S3_ACCESS_KEY": "a key"], "NEXUS_S3_ACCESS_KEY"),
            (["NEXUS_S3_SECRET_KEY": "a key"], "NEXUS_S3_SECRET_KEY"),
            (["NEXUS_S3_SESSION_TOKEN_FILE": "/nowhere"], "NEXUS_S3_SESSION_TOKEN_FILE"),
            (["NEXUS_S3_REGION": "Europe!"], "NEXUS_S3_REGION"),
            (["NEXUS_S3_ENDPOINT": "s3.example.org"], "NEXUS_S3_ENDPOINT"),
            (["NEXUS_S3_ENDPOINT": "https://s3.example.org/path"], "NEXUS_S3_ENDPOINT"),
            (["NEXUS_S3_ENDPOINT": "http://s3.example.org"], "NEXUS_S3_ENDPOINT"),
        ])
    func refused(_ more: [String: String], _ variable: String) {
        let error = #expect(throws: S3SettingsError.self) { try settings(more) }
        #expect(error?.variable == variable)
        #expect(error?.text.contains("a/secret+key") == false)
    }

    @Test("plain HTTP needs a setting of its own, and unreadable authorities are refused")
    func plain() throws {
        let settings = try settings(["NEXUS_S3_ENDPOINT": "http://127.0.0.1:9000", "NEXUS_S3_PLAIN": "on"])
        #expect(settings?.endpoint == "http://127.0.0.1:9000")
        #expect(throws: S3SettingsError.self) { try S3Transport(roots: "/nowhere.pem") }
    }

    @Test("keys are in no description and no dump")
    func hidden() throws {
        let settings = try #require(try settings(["NEXUS_S3_SESSION_TOKEN": "tokentokentoken"]))
        var text = "\(settings) \(String(reflecting: settings))"
        dump(settings, to: &text)
        #expect(!text.contains("a/secret+key"))
        #expect(!text.contains("tokentokentoken"))
    }

    @Test("an address is a bucket with a prefix")
    func address() throws {
        let address = try #require(S3Address("s3://bucket/a/b/"))
        #expect(address.bucket == "bucket")
        #expect(address.prefix == "a/b")
        #expect(address.key("c") == "a/b/c")
        #expect(address.name(of: "a/b/c") == "c")
        #expect(address.name(of: "a/bc") == nil)
        #expect("\(address)" == "s3://bucket/a/b")
        #expect(S3Address("s3://bucket")?.key("c") == "c")
        #expect(S3Address("s3://" + String(repeating: "b", count: 63))?.prefix == "")
        #expect(S3Address("s3://" + String(repeating: "b", count: 64)) == nil)
        for text in [
            "s3://", "s3://ab", "s3://Bucket", "s3://bucket/a/../b", "https://bucket", "bucket", "s3://bucket/ü",
        ] {
            #expect(S3Address(text) == nil, "\(text)")
        }
        #expect(throws: S3SettingsError.self) { try S3Place("s3://bucket", nil, variable: "NEXUS_MEDIA_STORE") }
    }
}
