import Testing

@testable import NexusCore

@Suite("Notices about what only the server keeps")
struct ServerNoticeTests {
    private static let socket = SocketID(high: 7, low: 7)

    @Test("changed insights, topics and reminders are passed on, and nothing is stored or asked for")
    func passedOn() {
        var device = ScriptedDevice.inTeam()
        #expect(device.hear(.insights(team)) == [.insightsChanged(team)])
        #expect(device.hear(.assistant(team)) == [.assistantChanged(team)])
        #expect(device.hear(.assistant(nil)) == [.assistantChanged(nil)])
        #expect(device.hear(.reminders) == [.remindersChanged])
    }

    @Test("a socket whose access runs out is to be renewed, and stays open")
    func renewal() {
        var device = ScriptedDevice.inTeam()
        #expect(device.hear(.renew(Self.socket)) == [.renewAccess(Self.socket)])
        #expect(device.engine.connection.isOpen)
    }

    @Test("after frames were left out, insights of any conversation may have changed, and what moved is asked for")
    func lagged() {
        var device = ScriptedDevice.inTeam()
        let effects = device.hear(.lagged)
        #expect(effects.contains(.insightsChanged(nil)))
        #expect(effects.frames.contains { if case .discover = $0 { true } else { false } })
    }

    @Test("while a device starts over after a restore, notices are passed on and rows are not taken in")
    func whileStartingOver() {
        var device = ScriptedDevice.inTeam()
        let welcome = { (epoch: UInt64) in
            ServerFrame.welcome(
                Welcome(
                    session: SessionID(high: 1, low: 1), profile: .of(ada), time: noon,
                    epoch: EpochID(high: 0xE, low: epoch)))
        }
        device.hear(welcome(1))
        let started = device.hear(welcome(2))
        #expect(started.contains { if case .collect = $0 { true } else { false } })
        #expect(device.hear(.renew(Self.socket)) == [.renewAccess(Self.socket)])
        #expect(device.hear(.insights(team)) == [.insightsChanged(team)])
        #expect(device.hear(.lagged) == [.insightsChanged(nil), .remindersChanged])
        #expect(device.hear(.typing(team, user: ben, active: true)).isEmpty)
    }
}
