/// The links of a device and their addresses, from which its state follows.
struct NetworkTable: Equatable, Sendable {
    private var usableLinks: Set<Int32> = []
    private var addresses: [Int32: Set<[UInt8]>] = [:]

    /// The addresses by which the device can reach others now.
    private var usable: [Int32: Set<[UInt8]>] { addresses.filter { usableLinks.contains($0.key) && !$0.value.isEmpty } }

    var state: NetworkState { usable.isEmpty ? .unavailable : .available }

    /// Whether the device has a way that it had not in an earlier state: another network, or one that has returned.
    func hasNew(since earlier: NetworkTable) -> Bool {
        let before = earlier.usable
        return usable.contains { link, addresses in !addresses.isSubset(of: before[link] ?? []) }
    }

    mutating func take(_ message: NetlinkMessage) {
        switch message {
        case .link(let index, let isUsable):
            if isUsable { usableLinks.insert(index) } else { usableLinks.remove(index) }
        case .linkRemoved(let index):
            usableLinks.remove(index)
            addresses[index] = nil
        case .address(let link, let bytes): addresses[link, default: []].insert(bytes)
        case .addressRemoved(let link, let bytes):
            addresses[link]?.remove(bytes)
            if addresses[link]?.isEmpty == true { addresses[link] = nil }
        case .done, .refused: break
        }
    }
}
