import Foundation
import NexusClient
import NexusCore
import NexusTestSupport
@_spi(Host) import SwiftUI
import Testing

@testable import NexusViews

@Suite("Voice messages and reminders in the app, over the real server", .serialized) @MainActor
struct VoiceTests {
    private let clock = SkippingClock()
    private let recorder = FileRecorder()
    private let player = SilentPlayer()

    /// Ada, whose sound is scripted, writes to Bob.
    private func talk(at server: String) async throws -> (ada: HostedApp, bob: HostedApp) {
        let ada = try HostedApp(
            server: server, devices: AppDevices(recorder: recorder, player: SilentPlayer()), clock: clock)
        let bob = try HostedApp(server: server, devices: AppDevices(recorder: FileRecorder(), player: player))
        try await ada.signUp("Ada")
        try await bob.signUp("Bob")
        try await ada.press("New message")
        try await ada.press("Bob, bob@example.org")
        return (ada, bob)
    }

    @Test("a recording is sent, and the other hears it")
    func voice() async throws {
        try await withFilingServer { server in
            let (ada, bob) = try await talk(at: server.address)
            try await ada.press("Record a voice message")
            try await ada.shows("Discard recording")
            try await eventually("it records") { ada.model.recording.state == .recording }
            clock.advance(by: 7_200)
            try await eventually("it takes a sample") { ada.model.recording.elapsed >= 7_200 }
            try await ada.press("Send recording")
            try await eventually("it is sent") { ada.model.recording.state == .idle }
            try await ada.shows("Voice message, 0:")
            let label = try #require(ada.host.find("Voice message, 0:")?.label)
            try await bob.press("Ada")
            try await bob.shows(label)
            try await bob.press("Play")
            try await bob.shows("button \"Pause\"")
            #expect(player.loaded == [FileRecorder.recording])
            try await bob.type("3000", into: "Position")
            try await bob.shows("= \"0:03 of 0:")
            try await bob.press("Speed")
            try await bob.shows("1.5×")
            try await bob.press("Pause")
            try await bob.shows("button \"Play\"")
            #expect(ada.host.problems.isEmpty && bob.host.problems.isEmpty)
        }
    }

    @Test("a recording is discarded, and without permission the app says what to do")
    func discarded() async throws {
        let server = try await TestServer()
        let (ada, _) = try await talk(at: server.address)
        try await ada.press("Record a voice message")
        try await ada.press("Discard recording")
        try await ada.shows("field \"Message\"")
        recorder.isPermitted = false
        try await ada.press("Record a voice message")
        try await ada.shows("Nexus may not use the microphone.")
        try await ada.shows("Open settings")
        try await ada.press("Dismiss")
        try await ada.hides("Nexus may not use the microphone.")
    }

    @Test("levels are those of sound, not of its logarithm")
    func levels() {
        #expect(SystemVoiceRecorder.level(ofDecibels: 0) == 1)
        #expect(abs(SystemVoiceRecorder.level(ofDecibels: -20) - 0.1) < 0.000_1)
        #expect(SystemVoiceRecorder.level(ofDecibels: -160) < 0.000_1)
    }

    @Test("a task gets a reminder, is listed with it, and loses it")
    func reminders() async throws {
        let server = try await TestServer()
        let (ada, _) = try await talk(at: server.address)
        try await ada.type("The printer", into: "Message")
        try await ada.press("Send")
        try await ada.shows("The printer, ")
        try await eventually("it has arrived") { ada.host.find("The printer")?.label?.contains("Sending") == false }
        let talk = try #require(ada.model.router.viewed)
        let message = try #require(try await ada.client.messages(in: talk).messages.last?.id)
        let task = InsightID(high: 0x7000, low: 0x8000_0000_0000_0001)
        _ = try await ada.client.queue(.make(NewInsight(id: task, message: message, kind: .action)), in: talk)
        try await eventually("the server has it") {
            try await ada.client.insights(InsightFilter(), cursor: nil, limit: 10).insights.contains { $0.id == task }
        }
        try await ada.press("Back")
        try await ada.press("Insights")
        try await ada.act("In an hour", on: "The printer")
        try await ada.shows("Reminder ")
        try await ada.press("Reminders")
        try await ada.shows("title \"Reminders\"")
        try await ada.act("Remove reminder", on: "The printer")
        try await ada.shows("No reminders")
        #expect(ada.host.problems.isEmpty)
    }
}
