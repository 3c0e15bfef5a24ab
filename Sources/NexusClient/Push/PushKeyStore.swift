/// Storage of the device's push keys. On Apple's systems `KeychainPushKeys` is one that an app shares with its extensions.
public protocol PushKeyStore: Sendable {
    /// The keys, or `nil` if there are none.
    func load() throws(ClientError) -> PushKeys?
    func save(_ keys: PushKeys) throws(ClientError)
    func remove() throws(ClientError)
}

extension PushKeyStore {
    /// The stored keys, or new ones, which are stored.
    public func keys() throws(ClientError) -> PushKeys {
        if let held = try load() { return held }
        let new = PushKeys()
        try save(new)
        return new
    }
}
