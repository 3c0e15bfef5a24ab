// swift-tools-version: 6.2
import PackageDescription

/// The rules every target of ours is compiled under. Dependencies keep their own.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Apps need iOS 17 or macOS 14. The server's locks and counters are those of `Synchronization`, which a Mac has since macOS 15:
/// `NEXUS_SERVER=1 swift build` builds it there. On Linux there is no difference.
let isForServer = Context.environment["NEXUS_SERVER"] != nil

let package = Package(
    name: "nexus",
    platforms: isForServer ? [.macOS(.v15), .iOS(.v18)] : [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "NexusCore", targets: ["NexusCore"]),
        .library(name: "NexusClient", targets: ["NexusClient"]),
        .library(name: "NexusIntelligence", targets: ["NexusIntelligence"]),
        .library(name: "NexusServer", targets: ["NexusServer"]),
        .executable(name: "nexus", targets: ["nexus"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.2"),
        .package(url: "https://github.com/apple/swift-nio-transport-services.git", from: "1.28.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.2"),
    ],
    targets: [
        .target(name: "NexusCore", swiftSettings: house),
        .target(name: "NexusWeb", dependencies: ["NexusCore"], swiftSettings: house),
        .systemLibrary(
            name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(name: "CNats", pkgConfig: "libnats", providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
        // What nodes tell each other while they live.
        .target(name: "NexusBus", dependencies: ["CNats"], swiftSettings: house),
        .target(
            name: "NexusDatabase",
            dependencies: [
                "CPostgres",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
        .target(name: "VectorKernels"),
        .target(
            name: "NexusIntelligence",
            // BLAS is opened while the program runs (Debian: libopenblas-dev); Apple's systems have it in Accelerate.
            dependencies: [
                "NexusCore", "VectorKernels",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: house),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // Under the name of what its headers include: the flags of `vips` itself are not all allowed in a package.
        .systemLibrary(
            name: "CVips", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
        .target(
            name: "ImageShim", dependencies: ["CVips"],
            linkerSettings: [.linkedLibrary("vips"), .linkedLibrary("gobject-2.0"), .linkedLibrary("glib-2.0")]),
        .target(name: "TerminalShim"),
        .target(name: "FileShim"),
        .target(
            name: "NexusServer",
            dependencies: [
                "CZlib", "FileShim", "ImageShim", "NexusBus", "NexusCore", "NexusDatabase", "NexusIntelligence",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: house),
        .target(
            name: "NexusClient",
            dependencies: [
                "NexusCore",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(
                    name: "NIOTransportServices", package: "swift-nio-transport-services",
                    condition: .when(platforms: [.macOS, .iOS])),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
        .target(name: "NexusTerminal", dependencies: ["NexusCore", "NexusClient"], swiftSettings: house),
        .systemLibrary(name: "CCurses", providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
        // A client on the whole screen of a terminal. Not linked in the module map: the library's name differs.
        .target(
            name: "NexusTUI",
            dependencies: ["CCurses", "TerminalShim", "ImageShim", "NexusCore", "NexusClient", "NexusTerminal"],
            swiftSettings: house,
            linkerSettings: [
                .linkedLibrary("ncursesw", .when(platforms: [.linux])),
                .linkedLibrary("ncurses", .when(platforms: [.macOS])),
            ]),
        // Precision and recall over labelled conversations: for `nexus bench` and tests.
        .target(
            name: "NexusEvaluation", dependencies: ["NexusIntelligence", "NexusCore"],
            path: "Benchmarks/NexusEvaluation", swiftSettings: house),
        .target(
            name: "NexusBench",
            dependencies: [
                "CZlib", "NexusCore", "NexusDatabase", "NexusEvaluation", "NexusIntelligence", "NexusServer",
                "NexusClient",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/NexusBench",
            swiftSettings: house),
        .executableTarget(
            name: "nexus",
            dependencies: [
                "NexusCore", "NexusDatabase", "NexusIntelligence", "NexusServer", "NexusClient", "NexusTerminal",
                "NexusTUI", "NexusBench",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: house),
        // A part of this package and not one of its own, which would compile every dependency again.
        .executableTarget(
            name: "EchoBot", dependencies: ["NexusClient", "NexusCore"], path: "Examples/EchoBot", swiftSettings: house),
        // What several test targets share: test doubles, the running server, waiting for conditions.
        .target(
            name: "NexusTestSupport",
            dependencies: [
                "NexusBus", "NexusCore", "NexusDatabase", "NexusIntelligence", "NexusServer",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Tests/Support", swiftSettings: house),
        .testTarget(name: "NexusCoreTests", dependencies: ["NexusCore"], swiftSettings: house),
        .testTarget(
            name: "NexusIntelligenceTests",
            dependencies: [
                "NexusIntelligence", "NexusCore", "NexusEvaluation", "NexusTestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: house),
        .testTarget(name: "NexusBusTests", dependencies: ["NexusBus", "NexusTestSupport"], swiftSettings: house),
        .testTarget(name: "NexusDatabaseTests", dependencies: ["NexusDatabase"], swiftSettings: house),
        .testTarget(
            name: "NexusServerTests",
            dependencies: [
                "NexusServer", "NexusBus", "NexusClient", "NexusCore", "NexusDatabase", "NexusEvaluation",
                "NexusIntelligence", "NexusTestSupport", "CZlib", "ImageShim",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ],
            swiftSettings: house),
        .testTarget(
            name: "NexusClientTests",
            dependencies: [
                "NexusClient", "NexusCore", "NexusTestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: house),
        .testTarget(
            name: "NexusTUITests",
            dependencies: ["NexusTUI", "NexusTerminal", "NexusCore", "NexusClient", "NexusTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "NexusBus", "NexusCore", "NexusClient", "NexusDatabase", "NexusServer", "NexusTestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            path: "Tests/Simulation",
            swiftSettings: house),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "NexusBus", "NexusCore", "NexusClient", "NexusServer", "NexusTerminal", "NexusDatabase", "NexusBench",
                "NexusTestSupport", "nexus", "EchoBot",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Tests/EndToEnd",
            swiftSettings: house),
    ]
)

#if os(Linux)
    // Apple's systems build the app from Apple/Package.swift. Here its views are compiled against declarations of Apple's frameworks
    // (Tests/AppleShape) and driven without a window (docs/decisions/0025).
    package.targets += [
        .target(name: "UIKit", path: "Tests/AppleShape/UIKit", swiftSettings: house),
        .target(name: "CoreGraphics", path: "Tests/AppleShape/CoreGraphics", swiftSettings: house),
        .target(
            name: "CoreImage", dependencies: ["CoreGraphics"], path: "Tests/AppleShape/CoreImage",
            swiftSettings: house),
        .target(name: "AVFAudio", path: "Tests/AppleShape/AVFAudio", swiftSettings: house),
        .target(
            name: "AuthenticationServices", dependencies: ["SwiftUI"], path: "Tests/AppleShape/AuthenticationServices",
            swiftSettings: house),
        .target(
            name: "UniformTypeIdentifiers", path: "Tests/AppleShape/UniformTypeIdentifiers", swiftSettings: house),
        .target(
            name: "SwiftUI", dependencies: ["CoreGraphics", "UIKit", "UniformTypeIdentifiers"],
            path: "Tests/AppleShape/SwiftUI",
            swiftSettings: house),
        .target(name: "UserNotifications", path: "Tests/AppleShape/UserNotifications", swiftSettings: house),
        .target(
            name: "Intents", dependencies: ["UserNotifications"], path: "Tests/AppleShape/Intents",
            swiftSettings: house),
        .target(
            name: "WidgetKit", dependencies: ["SwiftUI"], path: "Tests/AppleShape/WidgetKit", swiftSettings: house),
        .target(name: "AppIntents", path: "Tests/AppleShape/AppIntents", swiftSettings: house),
        .target(
            name: "NexusViews",
            dependencies: [
                "NexusClient", "NexusCore", "AVFAudio", "AuthenticationServices", "CoreGraphics", "CoreImage",
                "SwiftUI",
                "UIKit", "UniformTypeIdentifiers",
            ],
            path: "Apple/Sources/NexusViews", swiftSettings: house),
        .target(
            name: "NexusSystem",
            dependencies: [
                "NexusClient", "NexusCore", "Intents", "SwiftUI", "UIKit", "UserNotifications", "WidgetKit",
            ],
            path: "Apple/Sources/NexusSystem", swiftSettings: house),
        .target(
            name: "NexusNotifications", dependencies: ["NexusClient", "NexusSystem", "UserNotifications"],
            path: "Apple/Sources/NexusNotifications", swiftSettings: house),
        .target(
            name: "NexusShare", dependencies: ["NexusClient", "NexusSystem", "SwiftUI", "UIKit"],
            path: "Apple/Sources/NexusShare", swiftSettings: house),
        .target(
            name: "NexusWidgets", dependencies: ["NexusSystem", "SwiftUI", "WidgetKit"],
            path: "Apple/Sources/NexusWidgets", swiftSettings: house),
        .target(
            name: "NexusApp",
            dependencies: [
                "NexusClient", "NexusSystem", "NexusViews", "AppIntents", "SwiftUI", "UIKit", "WidgetKit",
            ],
            path: "Apple/Sources/NexusApp", swiftSettings: house),
        .testTarget(
            name: "AppleTests",
            dependencies: [
                "NexusViews", "NexusSystem", "NexusNotifications", "NexusShare", "AuthenticationServices", "SwiftUI",
                "UIKit", "Intents", "UserNotifications", "WidgetKit", "NexusClient", "NexusCore", "NexusServer",
                "NexusTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/Apple", swiftSettings: house),
    ]
#endif

// The product's own modules as they ship, in a build for tests (`make test OPTIMIZED=1`): slower to make, and what is tested is what runs.
// Not by default, since a package with such flags cannot be depended on.
if Context.environment["NEXUS_OPTIMIZED"] != nil {
    let product = [
        "NexusCore", "NexusBus", "NexusDatabase", "NexusIntelligence", "NexusServer", "NexusClient", "NexusTerminal",
        "NexusTUI", "NexusEvaluation", "NexusBench", "nexus",
    ]
    for target in package.targets where product.contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
    }
}
