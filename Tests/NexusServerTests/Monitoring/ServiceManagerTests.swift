import Foundation
import Logging
import NIOCore
import NIOPosix
import NexusTestSupport
import ServiceLifecycle
import Synchronization
import Testing

@testable import NexusServer

@Suite("What the server says to the service manager", .timeLimit(.minutes(5)))
struct ServiceManagerTests {
    /// The manager's end: a real socket of datagrams.
    private final class Listener: Sendable {
        let path: String
        private let descriptor: Int32

        /// - Parameter isAbstract: a name of Linux in no folder, as systemd has it in containers.
        init(isAbstract: Bool = false) throws {
            let name = "nexus-notify-\(UUID().uuidString)"
            path = isAbstract ? "@" + name : FileManager.default.temporaryDirectory.appending(path: name).path
            let bytes = isAbstract ? [0] + Array(name.utf8) : Array(path.utf8)
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            try #require(descriptor >= 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
            }
            try #require(bound == 0)
        }

        deinit {
            close(descriptor)
            unlink(path)
        }

        /// What has arrived, without waiting; nil for nothing.
        func next() -> String? {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
        }
    }

    @Test("each state is one datagram of lines, to a path and to an abstract name", arguments: [false, true])
    func states(_ isAbstract: Bool) throws {
        let listener = try Listener(isAbstract: isAbstract)
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": listener.path]))
        #expect(manager.patience == nil)
        #expect(manager.tell(.ready("Listening on\nport 1")))
        #expect(listener.next() == "READY=1\nSTATUS=Listening on port 1")
        #expect(manager.tell(.reloading))
        let lines = try #require(listener.next()).split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        #expect(lines.last?.wholeMatch(of: /MONOTONIC_USEC=[1-9][0-9]*/) != nil)
        #expect(manager.tell(.alive))
        #expect(listener.next() == "WATCHDOG=1")
        #expect(manager.tell(.stopping))
        #expect(listener.next() == "STOPPING=1")
        #expect(listener.next() == nil)
    }

    @Test("without a manager, and with a socket of another kind or too long a path, there is nobody to tell")
    func nobody() {
        let long = "/" + String(repeating: "x", count: ServiceManager.longestPath)
        for path in [nil, "", "/", "@", "vsock:2:1234", "relative", long] as [String?] {
            #expect(ServiceManager(environment: path.map { ["NOTIFY_SOCKET": $0] } ?? [:]) == nil, "\(path ?? "none")")
        }
        let longest = "/" + String(repeating: "x", count: ServiceManager.longestPath - 1)
        #expect(ServiceManager(environment: ["NOTIFY_SOCKET": longest])?.tell(.alive) == false, "nobody is there")
    }

    @Test("the manager's patience is its own where it names this process, or none")
    func patience() {
        func patience(_ values: [String: String]) -> Duration? {
            ServiceManager(
                environment: values.merging(["NOTIFY_SOCKET": "/run/x"]) { first, _ in first }, process: 42)?.patience
        }
        #expect(patience(["WATCHDOG_USEC": "3000000"]) == .seconds(3))
        #expect(patience(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "42"]) == .seconds(3))
        #expect(patience(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "43"]) == nil)
        #expect(patience(["WATCHDOG_USEC": "0"]) == nil)
        #expect(patience(["WATCHDOG_USEC": "soon"]) == nil)
    }

    @Test("it hears that the program is alive while it responds, nothing while it hangs, and once that it ends")
    func reports() async throws {
        let listener = try Listener()
        let manager = try #require(
            ServiceManager(environment: ["NOTIFY_SOCKET": listener.path, "WATCHDOG_USEC": "2000"]))
        let isHanging = Mutex(false)
        let hung = Mutex(0)
        let reports = ServiceReports(to: manager) {
            guard isHanging.withLock({ $0 }) else { return }
            hung.withLock { $0 += 1 }
            try await Task.sleep(for: .seconds(3_600))
        }
        var quiet = Logger(label: "test")
        quiet.logLevel = .critical
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [reports], logger: quiet))
        let running = Task { try await group.run() }
        for _ in 0..<2 { try await eventually("it is alive") { listener.next() == "WATCHDOG=1" } }
        isHanging.withLock { $0 = true }
        try await eventually("it hangs") { hung.withLock { $0 } == 1 }
        while listener.next() != nil {}
        await group.triggerGracefulShutdown()
        try await running.value
        #expect(listener.next() == "STOPPING=1")
        #expect(listener.next() == nil)
    }

    @Test("event loops respond")
    func loops() async throws {
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        try await loops.respond()
        try await loops.shutdownGracefully()
    }
}
