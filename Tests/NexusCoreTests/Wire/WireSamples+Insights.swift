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
    static let insightChange = InsightChange(
        state: .done, text: "Send it", assignee: .cleared, due: .set("2026-10-24"), zone: "UTC", level: .low)
    static let insightFile = InsightFile(name: "insights.ics", type: "text/calendar", text: "BEGIN:VCALENDAR\r\n")
}
