extension ServerMetrics {
    /// Shows how far embedding has come.
    func register(_ follower: MeaningFollower) {
        registry.gauge("nexus_meaning_embedded", "Messages embedded since the server started.") {
            Double(follower.embeddedCount)
        }
        registry.gauge("nexus_meaning_remaining", "Changes of conversations that are yet to be embedded.") {
            Double(follower.remainingCount)
        }
    }
}
