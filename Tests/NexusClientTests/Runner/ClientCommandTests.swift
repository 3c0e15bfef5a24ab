import NexusCore
import Testing

@testable import NexusClient

@Suite("A command for another process")
struct ClientCommandTests {
    @Test(
        "survives encoding and decoding",
        arguments: [
            ClientCommand.perform(Samples.operation(1, "hi"), people: [Samples.ada, Samples.bob]),
            .retry(OperationID(high: 1, low: 2)), .discard(OperationID(high: 1, low: 2)),
            .read(Samples.talk, through: 9),
            .loadOlder(Samples.talk, before: 9), .loadAround(Samples.talk, 9), .hurry,
        ])
    func roundTrip(command: ClientCommand) throws {
        #expect(try ClientCommand.decode(command.json) == command)
    }

    @Test("is refused when it is unknown", arguments: ["{}", #"{"command":"dance"}"#, #"{"command":"retry"}"#])
    func unknown(text: String) {
        #expect(throws: JSONError.self) { try ClientCommand.decode(text) }
    }
}
