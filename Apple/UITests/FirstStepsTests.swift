import Foundation
import XCTest

/// The app as a person presses it, on a Mac or in the simulator of an iPhone. A server that is open to everyone is named by `NEXUS_UI_SERVER`, for `xcodebuild` by
/// `TEST_RUNNER_NEXUS_UI_SERVER`; the app must be signed out.
final class FirstStepsTests: XCTestCase {
    @MainActor
    func testAWrongPasswordSaysSoAndAnAccountIsOpened() throws {
        let server = ProcessInfo.processInfo.environment["NEXUS_UI_SERVER"]
        try XCTSkipIf(server == nil, "NEXUS_UI_SERVER names no server")
        continueAfterFailure = false
        let app = XCUIApplication()
        app.launch()

        let address = app.textFields["Server"]
        XCTAssertTrue(address.waitForExistence(timeout: 20), "the sign-in is shown")
        address.fill(server ?? "")
        let email = "ada-\(UUID().uuidString.prefix(8).lowercased())@example.org"
        app.textFields["E-mail address"].fill(email)
        app.secureTextFields["Password"].fill("wrong horse")
        app.buttons["Sign in"].press()
        XCTAssertTrue(app.staticTexts["Check both and try again."].waitForExistence(timeout: 10))

        app.buttons["Create an account"].press()
        app.textFields["Name"].fill("Ada")
        app.secureTextFields["Password"].fill("correct horse")
        app.buttons["Create account"].press()
        XCTAssertTrue(app.staticTexts["Chats"].waitForExistence(timeout: 20), "the conversations are shown")
    }
}

extension XCUIElement {
    /// Presses it as the device does.
    @MainActor
    func press() {
        #if os(macOS)
            click()
        #else
            tap()
        #endif
    }

    /// Types into it, in place of what is there.
    @MainActor
    func fill(_ text: String) {
        press()
        let length = (value as? String)?.count ?? 0
        typeText(String(repeating: XCUIKeyboardKey.delete.rawValue, count: length) + text)
    }
}
