import NexusCore

extension WireFixtureTests {
    static let polling = bodies(
        "openPolledSocket", Endpoints.openPolledSocket, Nothing(), PolledSocket(socket: WireSamples.socket))
}
