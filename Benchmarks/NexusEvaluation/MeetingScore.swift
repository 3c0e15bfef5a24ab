/// How well the utterances with action items or decisions were detected in labelled meetings.
public struct MeetingScore: Sendable {
    /// Utterance by utterance.
    public var strict = DetectionScore()
    /// Detections within three utterances of a label, and labels within three of a detection.
    private var near = (found: 0, foundNear: 0, labelled: 0, labelledNear: 0)

    public init() {}

    /// Takes a meeting in: for each utterance whether it was found, and whether it is labelled.
    public mutating func add(found: [Bool], labelled: [Bool]) {
        for (isFound, isLabelled) in zip(found, labelled) { strict.count(found: isFound, labelled: isLabelled) }
        let foundPlaces = found.indices.filter { found[$0] }
        let labelledPlaces = labelled.indices.filter { labelled[$0] }
        near.found += foundPlaces.count
        near.labelled += labelledPlaces.count
        near.foundNear += foundPlaces.count { place in labelledPlaces.contains { abs($0 - place) <= 3 } }
        near.labelledNear += labelledPlaces.count { place in foundPlaces.contains { abs($0 - place) <= 3 } }
    }

    /// F1 with a tolerance of three utterances.
    public var nearF1: Double {
        guard near.foundNear > 0, near.labelledNear > 0 else { return 0 }
        let precision = Double(near.foundNear) / Double(near.found)
        let recall = Double(near.labelledNear) / Double(near.labelled)
        return 2 * precision * recall / (precision + recall)
    }
}
