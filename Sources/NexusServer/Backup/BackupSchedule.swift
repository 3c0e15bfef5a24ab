import Logging
import NexusCore
import Synchronization

/// Makes a snapshot whenever the newest one of the set is older than the interval, also if a person or another program made it.
final class BackupSchedule: Sendable {
    private struct State {
        /// The newest snapshot's time; nil for none.
        var newest: Timestamp?
        /// When the last attempt that failed began; nil once a snapshot was made.
        var failedAt: Timestamp?
        /// Files that the last snapshot lacks.
        var losses = 0
        var failures = 0
        var writtenBytes: Int64 = 0
        /// Milliseconds that the last one took.
        var duration: Int64 = 0
    }

    private let settings: BackupSettings
    private let now: @Sendable () -> Timestamp
    /// Waits that many milliseconds; throws when the server stops.
    private let sleep: @Sendable (Int64) async throws -> Void
    /// Milliseconds between two looks at the clock, at most.
    private let pause: Int64
    private let logger: Logger
    private let begun: Timestamp
    private let state = Mutex(State())

    init(
        _ settings: BackupSettings, pause: Int64, now: @escaping @Sendable () -> Timestamp,
        sleep: @escaping @Sendable (Int64) async throws -> Void = { try await Task.sleep(for: .milliseconds($0)) },
        logger: Logger
    ) {
        self.settings = settings
        self.pause = pause
        self.now = now
        self.sleep = sleep
        self.logger = logger
        begun = now()
        // One in an object store is asked once it runs.
        let newest = settings.backups.isRemote ? nil : try? settings.backups.newest()
        state.withLock { $0.newest = newest }
    }

    /// Returns when its task is cancelled.
    func run() async {
        var retryAt: Timestamp?
        while !Task.isCancelled {
            let isDue = await look()
            if isDue, retryAt.map({ $0 <= now() }) ?? true {
                retryAt = await make() ? nil : now().advanced(by: min(settings.retryPause, settings.interval))
            }
            guard (try? await sleep(pause)) != nil else { return }
        }
    }

    /// Keeps the age up to date while another node makes the snapshots. Returns when its task is cancelled.
    func watch(while isNeeded: @Sendable () -> Bool) async {
        repeat {
            if isNeeded() { _ = await look() }
        } while (try? await sleep(pause)) != nil
    }

    /// Looks for the newest snapshot, which another program may have made.
    ///
    /// - Returns: whether one is due.
    private func look() async -> Bool {
        do {
            let newest = try await newest()
            return state.withLock { state in
                state.newest = newest
                guard let newest else { return true }
                // Made by another program since then.
                if let failedAt = state.failedAt, newest > failedAt { state.failedAt = nil }
                return newest.advanced(by: settings.interval) <= now()
            }
        } catch {
            // The backup that is tried now tells the reason.
            return state.withLock { ($0.newest?.advanced(by: settings.interval) ?? now()) <= now() }
        }
    }

    private func newest() async throws -> Timestamp? {
        guard settings.backups.isRemote else { return try settings.backups.newest() }
        return try await BackupThread.run { [settings] _ in try settings.backups.newest() }
    }

    /// - Returns: whether a snapshot was made.
    private func make() async -> Bool {
        let begin = now()
        do {
            let report = try await BackupThread.run { [settings] step in
                try settings.backups.make(
                    from: settings.source, keeping: settings.retention, at: begin, step: step)
            }
            state.withLock { state in
                state.newest = begin
                state.failedAt = report.remark == nil ? nil : begin
                state.losses = report.losses.count
                state.writtenBytes = report.stored.bytes
                state.duration = now().milliseconds - begin.milliseconds
            }
            log(report)
            return true
        } catch is CancellationError {
            return false
        } catch {
            state.withLock { state in
                state.failedAt = begin
                state.failures += 1
            }
            logger.error("a backup failed, and is repeated", metadata: ["error": "\(error)"])
            return false
        }
    }

    private func log(_ report: BackupReport) {
        logger.notice(
            "a backup was made",
            metadata: [
                "snapshot": "\(report.manifest.id)", "bytes": "\(report.manifest.bytes)",
                "newBytes": "\(report.stored.bytes)", "removed": "\(report.removed.count)",
            ])
        for loss in report.losses.prefix(100) {
            logger.error(
                "a file that the database names is not in the backup",
                metadata: ["file": "\(loss.path)", "reason": "\(loss.reason.rawValue)"])
        }
        if let remark = report.remark {
            logger.error("old snapshots were not removed", metadata: ["error": "\(remark)"])
        }
    }

    // MARK: Watching

    /// Milliseconds since the newest snapshot, or since the server started if there is none.
    private func age(_ state: State) -> Int64 { now().milliseconds - (state.newest ?? begun).milliseconds }

    var health: HealthPart {
        let state = self.state.withLock { $0 }
        let age = self.age(state)
        if state.failedAt != nil {
            return HealthPart(
                "backup", .degraded, reason: "The last backup failed, and is repeated. The log has the cause.")
        }
        if age > 2 * settings.interval {
            let text =
                state.newest == nil ? "There is no backup yet." : "The newest backup is \(age / 3_600_000) hours old."
            return HealthPart("backup", .degraded, reason: text)
        }
        let reason = "\(state.losses) files are missing in the media folder and in the backup. The log names them."
        return HealthPart("backup", .ok, reason: state.losses == 0 ? nil : reason)
    }

    private func read(_ value: @escaping @Sendable (State, Int64) -> Double) -> @Sendable () -> Double {
        { [self] in state.withLock { value($0, age($0)) } }
    }

    func register(in metrics: MetricsRegistry) {
        metrics.gauge(
            "nexus_backup_age_seconds", "Age of the newest backup; without one, time since the start.",
            read: read { Double($1) / 1_000 })
        metrics.counter(
            "nexus_backup_failures_total", "Backups that failed.", read: read { state, _ in Double(state.failures) })
        metrics.gauge(
            "nexus_backup_written_bytes", "Bytes that the last backup added to its set.",
            read: read { state, _ in Double(state.writtenBytes) })
        metrics.gauge(
            "nexus_backup_duration_seconds", "Time that the last backup took.",
            read: read { state, _ in Double(state.duration) / 1_000 })
        metrics.gauge(
            "nexus_backup_lost_files", "Files that the database names and the last backup lacks.",
            read: read { state, _ in Double(state.losses) })
    }
}
