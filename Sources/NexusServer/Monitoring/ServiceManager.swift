import Foundation

/// The service manager that started this program, such as systemd: takes what the program says of its state.
///
/// The protocol is a datagram of `NAME=value` lines to the socket that `NOTIFY_SOCKET` names (sd_notify(3)).
public struct ServiceManager: Sendable {
    /// What a program says of itself.
    public enum State: Equatable, Sendable {
        /// It works, with a line for people.
        case ready(String)
        /// It reads its settings again; ``ready(_:)`` follows.
        case reloading
        /// It ends.
        case stopping
        /// It is alive.
        case alive
    }

    /// The bytes of a socket's address; the first is 0 for a name in no folder.
    private let address: [UInt8]
    /// Without a word from the program for as long, the manager restarts it; nil if it does not.
    public let patience: Duration?

    /// - Parameter process: this process. `WATCHDOG_PID` may name another one.
    /// - Returns: nil if no manager wants to know, or its socket is of a kind that is not known.
    public init?(environment: [String: String] = ProcessInfo.processInfo.environment, process: Int32 = getpid()) {
        guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else { return nil }
        let name = Array(path.utf8)
        guard (2...ServiceManager.longestPath).contains(name.count) else { return nil }
        address = path.hasPrefix("@") ? [0] + name.dropFirst() : name
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(process)" } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        patience = isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// One byte of `sun_path` stays 0.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// - Returns: false if the manager could not be told.
    @discardableResult
    public func tell(_ state: State) -> Bool {
        #if os(Linux)
            let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            let kind = SOCK_DGRAM
        #endif
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
        let length = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path)! + address.count)
        let message = Array(ServiceManager.text(of: state, at: monotonicNanoseconds()).utf8)
        return withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, message, message.count, 0, $0, length) == message.count
            }
        }
    }

    /// - Parameter nanoseconds: the time of the monotonic clock, from which on the manager counts a reload.
    static func text(of state: State, at nanoseconds: UInt64) -> String {
        switch state {
        // A line of text is one line.
        case .ready(let status): "READY=1\nSTATUS=\(status.split(whereSeparator: \.isNewline).joined(separator: " "))"
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(nanoseconds / 1_000)"
        case .stopping: "STOPPING=1"
        case .alive: "WATCHDOG=1"
        }
    }

    private func monotonicNanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
