import NexusCore

// The object store of media.
extension Doctor {
    @Sendable func store() async -> [DoctorFinding] {
        guard let place = configuration.media.store else { return [] }
        guard let problem = await S3Probe(place: place, now: configuration.now).run() else {
            return [
                DoctorFinding(
                    "store", "The object store keeps, lists, returns and deletes files in \(place.address).")
            ]
        }
        return [
            DoctorFinding(
                "store", .error, "The object store cannot be used: \(problem.text)", remedy: problem.remedy)
        ]
    }
}
