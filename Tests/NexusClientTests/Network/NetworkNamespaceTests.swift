#if os(Linux)
    import Foundation
    import NexusTestSupport
    import Synchronization
    import Testing

    @testable import NexusClient

    /// A network namespace of its own, in which links can be made and cut without harm.
    private final class NetworkNamespace: Sendable {
        let socket: NetlinkSocket
        private let descriptor: CInt

        /// Whether this process may make one, and links in it.
        static let isPossible = (try? NetworkNamespace().link()) != nil

        private struct Refused: Error {}

        init() throws {
            let made = Mutex<(NetlinkSocket, CInt)?>(nil)
            let isDone = DispatchSemaphore(value: 0)
            // The namespace is that of a thread, which ends afterwards.
            let thread = Thread {
                defer { isDone.signal() }
                guard let symbol = dlsym(nil, "unshare") else { return }
                let unshare = unsafeBitCast(symbol, to: (@convention(c) (CInt) -> CInt).self)
                // CLONE_NEWNET of <linux/sched.h>.
                guard unshare(0x4000_0000) == 0, let socket = NetlinkSocket.open() else { return }
                let descriptor = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
                if descriptor >= 0 { made.withLock { $0 = (socket, descriptor) } }
            }
            thread.start()
            isDone.wait()
            guard let (socket, descriptor) = made.withLock({ $0 }) else { throw Refused() }
            self.socket = socket
            self.descriptor = descriptor
        }

        deinit { close(descriptor) }

        /// Runs `ip` in it.
        func ip(_ words: String) throws {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/nsenter")
            process.arguments =
                ["--net=/proc/\(getpid())/fd/\(descriptor)", "ip"] + words.split(separator: " ").map(String.init)
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilEnded()
            guard process.terminationStatus == 0 else { throw Refused() }
        }

        /// A pair of links like a cable; `near` is the device's.
        func link() throws { try ip("link add near type veth peer name far") }
    }

    @Suite("The networks of a Linux device", .timeLimit(.minutes(5)))
    struct NetworkNamespaceTests {
        @Test("are followed as links go up and down", .enabled(if: NetworkNamespace.isPossible))
        func links() async throws {
            let space = try NetworkNamespace()
            var states = space.socket.states().makeAsyncIterator()
            #expect(await states.next() == .unavailable)
            try space.link()
            try space.ip("addr add 10.9.9.1/24 dev near")
            try space.ip("link set far up")
            try space.ip("link set near up")
            #expect(await states.next() == .available)
            try space.ip("link set far down")
            #expect(await states.next() == .unavailable, "the cable is pulled at the other end")
            try space.ip("link set far up")
            #expect(await states.next() == .available)
            try space.ip("addr add 10.9.10.1/24 dev near")
            #expect(await states.next() == .available, "another network")
            try space.ip("link del near")
            #expect(await states.next() == .unavailable)
            try space.ip("link set lo up")
            try space.link()
            try space.ip("addr add fd00:9::1/64 dev near nodad")
            try space.ip("link set far up")
            try space.ip("link set near up")
            #expect(await states.next() == .available, "IPv6 counts, and the loopback has not")
        }

        @Test("are told from this device's own namespace without any privilege")
        func present() async throws {
            var states = SystemNetworkMonitor().states().makeAsyncIterator()
            #expect(await states.next() != nil)
        }
    }
#endif
