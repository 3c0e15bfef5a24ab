import Foundation
import Testing

@Suite("The Xcode project")
struct ProjectTests {
    private static let folder = Catalogue.root.appendingPathComponent("Apple/Xcode")

    private static var text: String {
        get throws {
            try String(contentsOf: folder.appendingPathComponent("Nexus.xcodeproj/project.pbxproj"), encoding: .utf8)
        }
    }

    @Test("every object that it names is there")
    func objects() throws {
        let text = try Self.text
        let named = Set(text.matches(of: /[0-9A-F]{24}/).map { String($0.output) })
        let defined = Set(text.matches(of: /(?m)^\t\t([0-9A-F]{24}) .*= \{/).map { String($0.output.1) })
        let plain = Set(text.matches(of: /(?m)^\t\t([0-9A-F]{24}) = \{/).map { String($0.output.1) })
        #expect(named == defined.union(plain))
        #expect(text.filter { $0 == "{" }.count == text.filter { $0 == "}" }.count)
    }

    @Test("its folders and files are there")
    func paths() throws {
        let text = try Self.text
        var paths = text.matches(of: /path = (\.\.[^;]*);/).map { String($0.output.1) }
        paths += text.matches(of: /relativePath = ([^;]*);/).map { String($0.output.1) }
        paths += text.matches(of: /= "(\.\.\/Support\/[^"]*)"/).map { String($0.output.1) }
        #expect(paths.count >= 18)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Self.folder.appendingPathComponent(path).path), "\(path)")
        }
    }

    @Test("it has the languages of the catalogue")
    func languages() throws {
        let text = try Self.text
        for language in Catalogue.languages { #expect(text.contains("\t\(language),\n")) }
    }

    private static func plist(_ name: String) throws -> [String: Any] {
        let file = folder.deletingLastPathComponent().appendingPathComponent("Support/\(name)")
        let read = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        return try #require(read as? [String: Any])
    }

    @Test("each extension names its kind and its class, and all have the app's groups")
    func extensions() throws {
        let text = try Self.text
        let classes = [
            ("NexusNotifications", "com.apple.usernotifications.service", "NotificationService"),
            ("NexusShare", "com.apple.share-services", "ShareController"),
            ("NexusWidgets", "com.apple.widgetkit-extension", nil),
        ]
        for (name, kind, principal) in classes {
            let plist = try Self.plist("\(name).plist")
            let told = try #require(plist["NSExtension"] as? [String: Any])
            #expect(told["NSExtensionPointIdentifier"] as? String == kind)
            #expect(told["NSExtensionPrincipalClass"] as? String == principal.map { "$(PRODUCT_MODULE_NAME).\($0)" })
            #expect(plist["NexusAppGroup"] as? String == "$(NEXUS_APP_GROUP)")
            #expect(plist["NexusKeychainGroup"] as? String == "$(NEXUS_KEYCHAIN_GROUP)")
            #expect(text.contains("/* \(name).appex in Embed Foundation Extensions */,"))
            #expect(text.contains("INFOPLIST_FILE = \"../Support/\(name).plist\";"))
        }
        for name in ["Nexus-iOS", "Extension"] {
            let rights = try Self.plist("\(name).entitlements")
            #expect(rights["com.apple.security.application-groups"] as? [String] == ["$(NEXUS_APP_GROUP)"])
            #expect(rights["keychain-access-groups"] as? [String] == ["$(AppIdentifierPrefix)$(NEXUS_IDENTIFIER)"])
        }
        #expect(try Self.plist("Nexus-iOS.entitlements")["aps-environment"] as? String == "$(NEXUS_APS_ENVIRONMENT)")
        let app = try Self.plist("Info.plist")
        #expect(app["UIBackgroundModes"] as? [String] == ["remote-notification"])
        #expect("\(app["CFBundleURLTypes"] ?? "")".contains("nexus-app"))
    }

    @Test("what extensions share uses nothing that only an app may")
    func extensionSafe() throws {
        for folder in ["NexusSystem", "NexusNotifications", "NexusShare", "NexusWidgets"] {
            let root = Catalogue.root.appendingPathComponent("Apple/Sources/\(folder)")
            let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
            let sources = files.filter { $0.hasSuffix(".swift") }
            #expect(!sources.isEmpty)
            for file in sources {
                let source = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
                for name in ["UIApplication", "import NexusViews"] { #expect(!source.contains(name), "\(file)") }
            }
        }
    }
}
