/// What a message of the kernel's routing socket says about links and addresses (rtnetlink(7)).
enum NetlinkMessage: Equatable, Sendable {
    /// A link is there, in that state.
    case link(Int32, isUsable: Bool)
    case linkRemoved(Int32)
    /// A link has an address by which others can be reached.
    case address(link: Int32, [UInt8])
    case addressRemoved(link: Int32, [UInt8])
    /// The answer to a request is complete; interrupted if something changed meanwhile.
    case done(isInterrupted: Bool)
    /// The kernel refused a request.
    case refused

    /// Numbers of <linux/netlink.h>, <linux/rtnetlink.h>, <linux/if_addr.h> and <linux/if.h>.
    private enum Kernel {
        static let error: UInt16 = 2
        static let done: UInt16 = 3
        static let newLink: UInt16 = 16
        static let removedLink: UInt16 = 17
        static let newAddress: UInt16 = 20
        static let removedAddress: UInt16 = 21
        /// `NLM_F_DUMP_INTR`.
        static let interrupted: UInt16 = 0x10
        static let headerBytes = 16
        /// `struct ifinfomsg`, `struct ifaddrmsg` and `struct rtattr`.
        static let linkBytes = 16
        static let addressBytes = 8
        static let attributeBytes = 4
        /// `IFF_UP`, `IFF_LOOPBACK` and `IFF_RUNNING`.
        static let up: UInt32 = 1
        static let loopback: UInt32 = 8
        static let running: UInt32 = 0x40
        /// `IFA_ADDRESS` and `IFA_LOCAL`.
        static let address: UInt16 = 1
        static let local: UInt16 = 2
        /// `IFA_F_DADFAILED` and `IFA_F_TENTATIVE`: another host has it, or may have it.
        static let unusable: UInt8 = 0x48
        /// `RT_SCOPE_LINK`: from here on an address reaches no further than its link.
        static let linkScope: UInt8 = 253
        /// `AF_UNSPEC`: the link itself, and not its part in a bridge.
        static let anyFamily: UInt8 = 0
    }

    /// The messages of one datagram. Unknown ones are left out; what is cut off ends it.
    static func messages(in datagram: [UInt8]) -> [NetlinkMessage] {
        var found: [NetlinkMessage] = []
        var rest = datagram[...]
        while let length = rest.number(at: 0, as: UInt32.self).map(Int.init), length >= Kernel.headerBytes,
            length <= rest.count, let type = rest.number(at: 4, as: UInt16.self),
            let flags = rest.number(at: 6, as: UInt16.self)
        {
            let body = rest.dropFirst(Kernel.headerBytes).prefix(length - Kernel.headerBytes)
            switch type {
            case Kernel.done: found.append(.done(isInterrupted: flags & Kernel.interrupted != 0))
            case Kernel.error: if body.number(at: 0, as: Int32.self) != 0 { found.append(.refused) }
            case Kernel.newLink, Kernel.removedLink:
                if let message = link(body, isRemoved: type == Kernel.removedLink) { found.append(message) }
            case Kernel.newAddress, Kernel.removedAddress:
                if let message = address(body, isRemoved: type == Kernel.removedAddress) { found.append(message) }
            default: break
            }
            // Messages begin at multiples of four bytes.
            rest = rest.dropFirst((length + 3) & ~3)
        }
        return found
    }

    private static func link(_ body: ArraySlice<UInt8>, isRemoved: Bool) -> NetlinkMessage? {
        guard body.count >= Kernel.linkBytes, body.first == Kernel.anyFamily,
            let index = body.number(at: 4, as: Int32.self), let flags = body.number(at: 8, as: UInt32.self)
        else { return nil }
        if isRemoved { return .linkRemoved(index) }
        let wanted = Kernel.up | Kernel.running
        return .link(index, isUsable: flags & (wanted | Kernel.loopback) == wanted)
    }

    private static func address(_ body: ArraySlice<UInt8>, isRemoved: Bool) -> NetlinkMessage? {
        guard body.count >= Kernel.addressBytes, let flags = body.number(at: 2, as: UInt8.self),
            let scope = body.number(at: 3, as: UInt8.self), let index = body.number(at: 4, as: Int32.self),
            scope < Kernel.linkScope
        else { return nil }
        var bytes: [UInt8]?
        var rest = body.dropFirst(Kernel.addressBytes)
        while let length = rest.number(at: 0, as: UInt16.self).map(Int.init), length >= Kernel.attributeBytes,
            length <= rest.count, let type = rest.number(at: 2, as: UInt16.self)
        {
            let value = rest.dropFirst(Kernel.attributeBytes).prefix(length - Kernel.attributeBytes)
            // On a point-to-point link IFA_ADDRESS is the other end's.
            if type == Kernel.local || type == Kernel.address && bytes == nil { bytes = Array(value) }
            rest = rest.dropFirst((length + 3) & ~3)
        }
        guard let bytes else { return nil }
        return isRemoved || flags & Kernel.unusable != 0
            ? .addressRemoved(link: index, bytes) : .address(link: index, bytes)
    }
}

extension ArraySlice<UInt8> {
    /// A number in the host's byte order, at an offset from the beginning.
    fileprivate func number<Number: FixedWidthInteger>(at offset: Int, as _: Number.Type) -> Number? {
        let size = MemoryLayout<Number>.size
        guard offset + size <= count else { return nil }
        return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }
}
