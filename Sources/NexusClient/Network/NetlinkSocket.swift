#if os(Linux)
    import Dispatch
    import Foundation

    /// A socket on which the kernel tells of changes of links and addresses (netlink(7), rtnetlink(7)). It needs no privilege.
    final class NetlinkSocket: Sendable {
        /// Numbers of <linux/netlink.h> and <linux/rtnetlink.h>, which Glibc's module does not have.
        private enum Kernel {
            /// `NETLINK_ROUTE`.
            static let route: CInt = 0
            /// `RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR`.
            static let groups: UInt32 = 0x1 | 0x10 | 0x100
            static let getLink: UInt16 = 18
            static let getAddress: UInt16 = 22
            /// `NLM_F_REQUEST | NLM_F_DUMP`.
            static let dump: UInt16 = 0x1 | 0x300
            /// `struct sockaddr_nl`: family, padding, port, groups.
            static let nameBytes = 12
            /// The largest datagram of a dump, in bytes.
            static let datagramBytes = 64 << 10
        }

        private let descriptor: CInt
        private let reader = Locked(NetlinkReader())

        private init(descriptor: CInt) { self.descriptor = descriptor }

        deinit { close(descriptor) }

        /// A socket in the network namespace of this thread; nil if the system refuses one.
        static func open() -> NetlinkSocket? {
            let type = CInt(SOCK_RAW.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
            let descriptor = socket(AF_NETLINK, type, Kernel.route)
            guard descriptor >= 0 else { return nil }
            let made = NetlinkSocket(descriptor: descriptor)
            var name = bytes(UInt16(AF_NETLINK)) + bytes(UInt16(0)) + bytes(UInt32(0)) + bytes(Kernel.groups)
            let isBound = name.withUnsafeMutableBytes { raw in
                raw.withMemoryRebound(to: sockaddr.self) { address in
                    address.baseAddress.map { bind(descriptor, $0, socklen_t(Kernel.nameBytes)) == 0 } ?? false
                }
            }
            return isBound ? made : nil
        }

        /// The states from now on; to be called once.
        func states() -> AsyncStream<NetworkState> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: NetworkState.self, bufferingPolicy: .bufferingNewest(1))
            // Sources of Dispatch may be used on any thread; their type only lacks the mark.
            nonisolated(unsafe) let source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: DispatchQueue(label: "nexus.network"))
            source.setEventHandler { self.readAll(continuation) }
            // The handler keeps this socket, and thereby its descriptor, until then.
            source.setCancelHandler { source.setEventHandler {} }
            continuation.onTermination = { _ in source.cancel() }
            source.resume()
            perform(reader.withLock { $0.begin() }, continuation)
            return stream
        }

        private func readAll(_ continuation: AsyncStream<NetworkState>.Continuation) {
            var buffer = [UInt8](repeating: 0, count: Kernel.datagramBytes)
            while true {
                var name = sockaddr_storage()
                var nameLength = socklen_t(MemoryLayout<sockaddr_storage>.size)
                let count = buffer.withUnsafeMutableBytes { raw in
                    withUnsafeMutableBytes(of: &name) { bytes in
                        bytes.withMemoryRebound(to: sockaddr.self) {
                            recvfrom(descriptor, raw.baseAddress, raw.count, 0, $0.baseAddress, &nameLength)
                        }
                    }
                }
                if count > 0 {
                    // Port 0 is the kernel; nobody else is believed.
                    let port = withUnsafeBytes(of: &name) { $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self) }
                    guard port == 0 else { continue }
                    let messages = NetlinkMessage.messages(in: Array(buffer.prefix(count)))
                    perform(reader.withLock { $0.take(messages) }, continuation)
                } else if count < 0, errno == ENOBUFS {
                    // Messages were lost.
                    perform(reader.withLock { $0.begin() }, continuation)
                } else if count < 0, errno == EINTR {
                    continue
                } else {
                    if count == 0 || errno != EAGAIN { continuation.finish() }
                    return
                }
            }
        }

        private func perform(_ steps: [NetlinkReader.Step], _ continuation: AsyncStream<NetworkState>.Continuation) {
            for step in steps {
                switch step {
                case .requestLinks: request(Kernel.getLink)
                case .requestAddresses: request(Kernel.getAddress)
                case .tell(let state): continuation.yield(state)
                }
            }
        }

        /// Asks for a list: a header (length, type, flags, sequence, port) and a `struct rtgenmsg` for any family.
        private func request(_ type: UInt16) {
            let body: [UInt8] = [0, 0, 0, 0]
            let length = UInt32(16 + body.count)
            let message =
                Self.bytes(length) + Self.bytes(type) + Self.bytes(Kernel.dump) + Self.bytes(UInt32(1))
                + Self.bytes(UInt32(0)) + body
            _ = message.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
        }

        /// In the host's byte order.
        private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number) { Array($0) }
        }
    }
#endif
