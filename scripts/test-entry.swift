// Begins the tests of a build without the compiler's index, in CI (Makefile). SwiftPM looks for tests of XCTest in that
// index, and fails where there is none; it does not look where a file of the name Tests/XCTMain.swift says how tests
// begin. All ours are of Swift Testing, which finds its tests itself.
import Foundation
import Testing

@main
struct TestEntry {
    static func main() async {
        let arguments = CommandLine.arguments
        guard let named = arguments.firstIndex(of: "--testing-library"),
            arguments[named...].dropFirst().first == "swift-testing"
        else {
            // SwiftPM would take a run without tests for a good one.
            print(
                "This build of CI holds no tests of XCTest. Run `swift test --disable-xctest --enable-swift-testing`, "
                    + "or delete Tests/XCTMain.swift.")
            exit(1)
        }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
