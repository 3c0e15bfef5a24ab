import Testing

@testable import NexusCore

@Suite("The connection")
struct ConnectionTests {
    enum Input: CaseIterable {
        case start, stop, signOfLife, reconnectDue, opened, heard, expectAnswer, silent, lost
    }

    static let states: [Connection.State] = [.stopped, .waiting, .connecting, .open]

    private func machine(in state: Connection.State) -> Connection {
        var random = DeviceRandom(seed: 1)
        var connection = Connection()
        if state == .stopped { return connection }
        _ = connection.start()
        if state == .open { _ = connection.opened() }
        if state == .waiting { _ = connection.lost(using: &random) }
        return connection
    }

    private func apply(_ input: Input, to connection: inout Connection) -> [SyncEffect] {
        var random = DeviceRandom(seed: 1)
        return switch input {
        case .start: connection.start()
        case .stop: connection.stop()
        case .signOfLife: connection.signOfLife()
        case .reconnectDue: connection.reconnectDue()
        case .opened: connection.opened()
        case .heard: connection.heard()
        case .expectAnswer: connection.expectAnswer()
        case .silent: connection.silent(using: &random)
        case .lost: connection.lost(using: &random)
        }
    }

    /// The next state for each input in each state; missing ones stay.
    private func expected(_ state: Connection.State, _ input: Input) -> Connection.State {
        switch (state, input) {
        case (.stopped, .start): .connecting
        case (_, .stop): .stopped
        case (.waiting, .signOfLife), (.waiting, .reconnectDue): .connecting
        case (.connecting, .opened): .open
        case (.connecting, .lost), (.open, .lost), (.open, .silent): .waiting
        default: state
        }
    }

    @Test("follows its state diagram, and nothing else", arguments: states, Input.allCases)
    func transitions(state: Connection.State, input: Input) {
        var connection = machine(in: state)
        #expect(connection.state == state)
        let effects = apply(input, to: &connection)
        #expect(connection.state == expected(state, input))
        let opens = effects.contains(.openSocket)
        #expect(opens == (state != .connecting && connection.state == .connecting))
        let closes = effects.contains(.closeSocket)
        #expect(
            closes
                == ((input == .stop && (state == .open || state == .connecting))
                    || (input == .silent && state == .open)))
        let waits = effects.delay(of: .reconnect) != nil
        #expect(waits == (state != .waiting && connection.state == .waiting))
    }

    @Test("waits longer after each failed attempt, and hardly at all after a success")
    func backingOff() throws {
        var random = DeviceRandom(seed: 1)
        var connection = Connection()
        _ = connection.start()
        var delays: [Int64] = []
        for _ in 0..<8 {
            let effects = connection.lost(using: &random)
            delays.append(try #require(effects.delay(of: .reconnect)))
            _ = connection.reconnectDue()
        }
        #expect(try #require(delays.first) <= 500)
        #expect(try #require(delays.last) >= 15_000)
        _ = connection.opened()
        _ = connection.heard()
        let again = connection.lost(using: &random)
        #expect(try #require(again.delay(of: .reconnect)) <= 500)
    }

    @Test("a socket that opens but stays silent is closed, and counts as a failed attempt")
    func mute() throws {
        var random = DeviceRandom(seed: 1)
        var connection = Connection()
        _ = connection.start()
        for _ in 0..<7 {
            #expect(connection.opened().delay(of: .silence) == 10_000)
            let effects = connection.silent(using: &random)
            #expect(effects.first == .closeSocket)
            #expect(effects.delay(of: .reconnect) != nil)
            _ = connection.reconnectDue()
        }
        _ = connection.opened()
        let effects = connection.silent(using: &random)
        #expect(try #require(effects.delay(of: .reconnect)) >= 15_000)
    }

    @Test("a wake-up retries at once and resets the backoff")
    func signOfLife() throws {
        var random = DeviceRandom(seed: 1)
        var connection = Connection()
        _ = connection.start()
        for _ in 0..<6 {
            _ = connection.lost(using: &random)
            _ = connection.reconnectDue()
        }
        _ = connection.lost(using: &random)
        #expect(connection.signOfLife() == [.cancel(.reconnect), .openSocket])
        #expect(try #require(connection.lost(using: &random).delay(of: .reconnect)) <= 500)
    }
}
