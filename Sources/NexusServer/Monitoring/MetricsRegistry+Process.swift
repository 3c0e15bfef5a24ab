#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The operating system's figures of this process, under the names of Prometheus' client libraries.
extension MetricsRegistry {
    public func registerProcess() {
        counter("process_cpu_seconds_total", "User and system time of the process, in seconds.") {
            ProcessUsage.cpuSeconds
        }
        gauge("nexus_build_info", "1, with the version.", labels: [("version", NexusVersion.text)]).set(1)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let start = Double(now.tv_sec)
        gauge("process_start_time_seconds", "When the process started, in seconds since 1970.") { start }
        #if os(Linux)
            gauge("process_resident_memory_bytes", "Memory of the process that is in RAM, in bytes.") {
                ProcessUsage.residentBytes
            }
        #endif
    }
}

/// This process' share of the machine.
enum ProcessUsage {
    static var cpuSeconds: Double {
        var usage = rusage()
        #if canImport(Glibc)
            let who = RUSAGE_SELF.rawValue
            let status = getrusage(__rusage_who_t(Int32(who)), &usage)
        #else
            let status = getrusage(RUSAGE_SELF, &usage)
        #endif
        guard status == 0 else { return 0 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }

    #if os(Linux)
        /// From `/proc/self/statm`, whose second number is resident pages (proc(5)).
        static var residentBytes: Double {
            let file = open("/proc/self/statm", O_RDONLY)
            guard file >= 0 else { return 0 }
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: 128)
            let count = read(file, &bytes, bytes.count)
            guard count > 0 else { return 0 }
            let words = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
            guard words.count > 1, let pages = Int(words[1]) else { return 0 }
            return Double(pages) * Double(sysconf(Int32(_SC_PAGESIZE)))
        }
    #endif
}
