extension ServerMetrics {
    /// Shows how far reading for insights has come.
    func register(_ follower: InsightFollower) {
        registry.gauge("nexus_insights_read", "Messages read for insights since the server started.") {
            Double(follower.readCount)
        }
        registry.gauge("nexus_insights_remaining", "Changes of conversations that are yet to be read for insights.") {
            Double(follower.remainingCount)
        }
    }
}
