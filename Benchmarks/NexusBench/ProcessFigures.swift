import Foundation

/// The kernel's figures of a process (proc(5)).
struct ProcessFigures {
    let pid: Int32

    /// CPU seconds so far, in user and kernel mode; `nil` if the kernel does not report them.
    var cpuSeconds: Double? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let name = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: name)...].split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Memory in use now, in KiB.
    var residentKibibytes: Double? { status("VmRSS:") }

    /// The most memory that was ever in use, in KiB.
    var peakKibibytes: Double? { status("VmHWM:") }

    private func status(_ name: String) -> Double? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Double($0) }
        }
        return nil
    }

    static var own: ProcessFigures { ProcessFigures(pid: getpid()) }
}

/// Pins a process to one processor, if the system can.
enum Processor {
    /// Moves every thread of this process, and so later ones, to a processor.
    static func pin(to processor: Int) {
        let taskset = Process()
        taskset.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        taskset.arguments = ["taskset", "-a", "-c", "-p", String(processor), String(getpid())]
        taskset.standardOutput = FileHandle.nullDevice
        // Without the tool the figures are still right, only noisier.
        guard (try? taskset.run()) != nil else { return }
        taskset.waitUntilExit()
    }

    static var count: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// Lets this process open as many sockets as the system allows.
    static func raiseFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
