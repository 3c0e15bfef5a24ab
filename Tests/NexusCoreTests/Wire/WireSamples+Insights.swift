import NexusCore

extension WireSamples {
    static let insight = InsightRecord(
        conversation: group, source: message, seq: 5, kind: .action, text: "Send the \"offer\"",
        assignee: InsightRecord.Person(id: bob, name: "Bob"),
        due: InsightRecord.Due(text: "2026-10-23T17:00+02:00", zone: "Europe/Berlin", isServerZone: true), level: .high,
        state: .suggestedDone, isConfirmed: true, saidBy: earlier,
        changedBy: InsightRecord.Person(id: ada, name: "Ada"), changedAt: now,
        sender: InsightRecord.Person(id: ada, name: "Ada"), writtenAt: before, excerpt: "Bob, could you send the offer?"
    )
    static let plainInsight = InsightRecord(
        conversation: group, source: earlier, seq: 2, kind: .decision, text: "Blau ☁️",
        sender: InsightRecord.Person(id: bob, name: "Bob"), writtenAt: before, excerpt: "Blau ☁️")
    static let insightID = InsightID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00A9)
    static let suggestedInsight = InsightRecord(
        id: insightID, conversation: group, source: message, seq: 5, kind: .action, text: "Book the hall",
        assignee: InsightRecord.Person(id: bob, name: "Bob"), sender: InsightRecord.Person(id: ada, name: "Ada"),
        writtenAt: before, excerpt: "Bob, could you send the offer?", certainty: .suggested,
        events: [
            InsightRecord.Event(
                kind: .accepted, message: earlier, person: InsightRecord.Person(id: bob, name: "Bob")),
            InsightRecord.Event(
                kind: .moved, message: earlier, person: InsightRecord.Person(id: ada, name: "Ada"), due: "2026-10-30"),
            InsightRecord.Event(
                kind: .reassigned, message: earlier, person: InsightRecord.Person(id: ada, name: "Ada"),
                assignee: InsightRecord.Person(id: ada, name: "Ada")),
        ], evidence: InsightRecord.Evidence(start: 0, length: 30))
    static let madeInsight = InsightRecord(
        id: insightID, conversation: group, source: message, seq: 5, kind: .decision, text: "Blue", isConfirmed: true,
        changedBy: InsightRecord.Person(id: ada, name: "Ada"), changedAt: now,
        sender: InsightRecord.Person(id: ada, name: "Ada"), writtenAt: before, excerpt: "Blue", certainty: .confirmed,
        isMade: true, madeBy: InsightRecord.Person(id: bob, name: "Bob"), replaces: earlier)
    static let newInsight = NewInsight(
        id: insightID, message: message, kind: .action, text: "Book the hall", assignee: bob, due: "2026-10-30",
        zone: "Europe/Berlin", level: .high)
    static let insightSplit = InsightSplit(
        insight: insightID, id: InsightID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00AA),
        text: "Book the band",
        rest: "Book the hall")
    static let insightMerge = InsightMerge(
        insight: insightID, other: InsightID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00AA),
        text: "Book hall and band")
    static let insightChange = InsightChange(
        state: .done, text: "Send it", assignee: .cleared, due: .set("2026-10-24"), zone: "UTC", level: .low)
    static let reminder = Reminder(
        insight: insightID, conversation: group, message: message, kind: .action, text: "Book the hall", at: now)
    static let firedReminder = Reminder(
        insight: insightID, conversation: group, message: message, kind: .action, text: "Book the hall", at: before,
        firedAt: now)
    static let insightMutations: [InsightMutation] = [
        .change(insightID, insightChange), .make(newInsight), .split(insightSplit), .merge(insightMerge),
    ]
    static let insightRows = InsightRows(
        conversation: group, after: 4, cursor: 7, ids: [insightID, insightSplit.id], rows: [suggestedInsight])
    static let insightFile = InsightFile(name: "insights.ics", type: "text/calendar", text: "BEGIN:VCALENDAR\r\n")
}
