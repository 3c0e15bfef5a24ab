internal import CNats

/// Owns the connection of a bus over NATS: connects, subscribes again after a gap, and publishes. Confined to its thread.
final class NatsWorker {
    private let settings: NatsSettings
    private let link: NatsLink
    private let pace: BusPace
    private let events: BusEvents
    private var connection: NatsConnection?
    private var subjects: [UInt: String] = [:]
    private var wait: Duration
    private var next = ContinuousClock.now
    private var connectedAt = ContinuousClock.now

    /// A connection that lasted less was no success: the next one waits longer.
    private static let trial = Duration.seconds(5)

    init(_ settings: NatsSettings, _ link: NatsLink, _ pace: BusPace, _ events: BusEvents) {
        self.settings = settings
        self.link = link
        self.pace = pace
        self.events = events
        wait = pace.first
    }

    /// Returns once the bus is closed.
    func run() {
        while let commands = link.take() {
            if connection != nil, link.isLost { lose() }
            perform(commands)
            if connection == nil, ContinuousClock.now >= next { connect() }
            link.bell.wait(atMost: connection == nil ? max(.zero, next - .now) : nil)
        }
        connection = nil
    }

    private func connect() {
        let number = link.beginsConnecting()
        do throws(NatsError) {
            let made = try NatsConnection(settings) { [link] status in
                switch status {
                // The library was behind: its own buffer of a subscription was full.
                case .some(NATS_SLOW_CONSUMER): link.mailbox.lost(1)
                case .some(NATS_NOT_PERMITTED):
                    link.isAway(number, because: "The bus does not permit what this node subscribes or publishes.")
                case .some: break
                case nil: link.isAway(number, because: "The connection to the bus was lost.")
                }
            }
            for (subscription, subject) in subjects { _ = made.subscribe(subscription, to: subject, link.mailbox) }
            guard made.flush(), link.isConnected(number) else { throw NatsError(text: "The bus does not answer.") }
            connection = made
            connectedAt = .now
            link.mailbox.perform(events.connected)
        } catch {
            link.isAway(number, because: error.text)
            postpone()
        }
    }

    private func lose() {
        connection = nil
        if .now - connectedAt >= NatsWorker.trial { wait = pace.first }
        postpone()
    }

    private func postpone() {
        next = .now + wait * Double.random(in: 0.75...1.25)
        wait = min(pace.longest, wait * 2)
    }

    private func perform(_ commands: [NatsLink.Command]) {
        var (published, dropped) = (0, 0)
        var settling: [@Sendable (Bool) -> Void] = []
        for command in commands {
            switch command {
            case .publish(let subject, let payload):
                if connection?.publish(payload, to: subject) == true { published += 1 } else { dropped += 1 }
            case .subscribe(let number, let subject):
                subjects[number] = subject
                _ = connection?.subscribe(number, to: subject, link.mailbox)
            case .unsubscribe(let number):
                subjects[number] = nil
                connection?.unsubscribe(number)
            case .settle(let body): settling.append(body)
            }
        }
        if published > 0 || dropped > 0 { link.count(published: published, dropped: dropped) }
        guard !settling.isEmpty else { return }
        let isSettled = connection?.flush() == true
        for body in settling { link.mailbox.perform { body(isSettled) } }
    }
}
