/// What became of e-mails since the start.
struct MailCounters: Sendable {
    let sent = MetricCounter()
    let retried = MetricCounter()
    let failed = MetricCounter()

    func register(in registry: MetricsRegistry, waiting: @escaping @Sendable () -> Int) {
        for (outcome, counter) in [("sent", sent), ("retried", retried), ("failed", failed)] {
            registry.counter(
                "nexus_mail_total", "E-mails by what became of an attempt to send them.",
                labels: [("outcome", outcome)],
                read: { Double(counter.value) })
        }
        registry.gauge("nexus_mail_waiting", "E-mails that wait to be sent.") { Double(waiting()) }
    }
}
