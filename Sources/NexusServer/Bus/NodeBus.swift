import NexusBus

/// The bus that the nodes of a database have.
public enum NodeBus: Sendable {
    case nats(NatsSettings)
    /// In this process, for tests and simulations.
    case local(LocalBusNetwork)
    /// An end that the caller makes, for simulations.
    case made(@Sendable (BusEvents) -> any Bus)

    /// - Throws: `NatsError`.
    func join(_ events: BusEvents) throws(NatsError) -> any Bus {
        switch self {
        case .nats(let settings): try NatsBus(settings, events: events)
        case .local(let network): network.join(events: events)
        case .made(let make): make(events)
        }
    }
}
