// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// The oldest systems of the SDK.
let package = Package(
    name: "NexusApple",
    defaultLocalization: "en",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        .library(name: "NexusViews", targets: ["NexusViews"]),
        .library(name: "NexusSystem", targets: ["NexusSystem"]),
    ],
    dependencies: [.package(name: "nexus", path: "..")],
    targets: [
        .target(
            name: "NexusViews",
            dependencies: [
                .product(name: "NexusClient", package: "nexus"), .product(name: "NexusCore", package: "nexus"),
            ],
            swiftSettings: settings),
        // What the app shares with its extensions; safe for them.
        .target(
            name: "NexusSystem",
            dependencies: [
                .product(name: "NexusClient", package: "nexus"), .product(name: "NexusCore", package: "nexus"),
            ],
            swiftSettings: settings),
    ]
)
