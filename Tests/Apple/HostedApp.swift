import Foundation
import NexusClient
import NexusCore
import NexusTestSupport
@_spi(Host) import SwiftUI
import Testing

@testable import NexusViews

/// The whole app of one user without a window: real views over a real client in a folder of its own.
@MainActor
final class HostedApp {
    let client: NexusClient
    let model: AppModel
    let host: ScreenHost
    let folder: String

    /// - Parameter wide: whether it has the width of an iPad.
    init(
        server: String = "", wide: Bool = false, language: String = "en", devices: AppDevices? = nil,
        clock: any ClientClock = SystemClock()
    ) throws {
        folder = NSTemporaryDirectory() + "nexus-app-" + UUID().uuidString
        var configuration = ClientConfiguration()
        configuration.device = "test device"
        client = NexusClient(try ProfileFolder(folder), configuration: configuration)
        model = AppModel(client, server: server, devices: devices, clock: clock)
        host = ScreenHost(RootView(model), strings: try Catalogue.strings(language)) { environment in
            environment.horizontalSizeClass = wide ? .regular : .compact
        }
    }

    isolated deinit {
        host.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Waits until the screen shows a text.
    func shows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        var last = ""
        try await eventually("the screen shows \"\(text)\"", sourceLocation: sourceLocation) {
            last = host.text
            return last.contains(text)
        }
        if !last.contains(text) { Issue.record("The screen is:\n\(last)", sourceLocation: sourceLocation) }
    }

    /// Waits until the screen no longer shows a text.
    func hides(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually("the screen hides \"\(text)\"", sourceLocation: sourceLocation) { !host.shows(text) }
    }

    /// Waits until a control can be pressed, and presses it.
    func press(_ label: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await usable(sourceLocation) { try host.press(label) }
    }

    func act(_ action: String, on label: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await usable(sourceLocation) { try host.act(action, on: label) }
    }

    func type(_ text: String, into label: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await usable(sourceLocation) { try host.type(text, into: label) }
    }

    private func usable(_ sourceLocation: SourceLocation, _ use: () throws -> Void) async throws {
        var problem: (any Error)?
        try await eventually("the control can be used", sourceLocation: sourceLocation) {
            do {
                try use()
                problem = nil
                return true
            } catch {
                problem = error
                return false
            }
        }
        if let problem { throw problem }
    }

    /// Signs a new user up by the screen.
    func signUp(_ name: String) async throws {
        try await press("Create an account")
        try await type(name, into: "Name")
        try await type("\(name.lowercased())@example.org", into: "E-mail address")
        try await type("correct horse", into: "Password")
        try await press("Create account")
        try await shows("Chats")
    }
}
