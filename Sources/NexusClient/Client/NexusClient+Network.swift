import NexusCore

extension NexusClient {
    /// Follows the device's networks: connects at once when one returns, and does not wait for the socket to notice that none is left.
    func watchNetwork() -> Task<Void, Never>? {
        guard let network = configuration.network else { return nil }
        return Task { [weak self] in
            var isFirst = true
            for await state in network.states() {
                guard let self, !Task.isCancelled else { return }
                // The first state is no change: the connection is being opened anyway.
                if !isFirst { await self.networkBecame(state) }
                isFirst = false
            }
        }
    }

    private func networkBecame(_ state: NetworkState) async {
        // A process that only follows another's store has no connection.
        guard let runner = lease?.runner else { return }
        switch state {
        case .available:
            configuration.live.networkReturned()
            try? await runner.networkReturned()
        case .unavailable:
            // A server on this device needs no network.
            guard let server = try? heldCredentials().server, !server.isThisDevice else { return }
            try? await runner.handle(.networkLost)
        }
    }
}

extension ServerAddress {
    /// Whether the address leads back to this device.
    fileprivate var isThisDevice: Bool {
        let host = socketHost.lowercased()
        return host == "localhost" || host.hasPrefix("127.") || host == "::1"
    }
}
