import NexusCore
import Testing

@testable import NexusIntelligence

@Suite("The selection of records")
struct RecordSelectionTests {
    private let ann = UserID(high: 1, low: 1)
    private let bob = UserID(high: 1, low: 2)
    private let now = QuestionRouterTests.wednesday

    private func record(
        _ kind: AnswerRecord.Kind, by sender: UserID, to assignee: UserID? = nil, dueIn hours: Int64? = nil,
        daysAgo: Int64 = 0, state: AnswerRecord.State = .open
    ) -> AnswerRecord {
        let due = hours.map { now.advanced(by: $0 * 3_600_000) }
        return AnswerRecord(
            kind: kind, state: state, sender: sender, requester: assignee == sender ? nil : sender, assignee: assignee,
            due: due.map { .instant($0, utcOffset: 0) }, dueEnd: due, writtenAt: now.advanced(by: -daysAgo * 86_400_000)
        )
    }

    private func places(_ question: String, _ records: [AnswerRecord]) -> [Int] {
        let router = QuestionRouter(asker: "Ann", members: ["Ann", "Bob"], now: now)
        let asker = RecordSelection.Asker(ann, now: now, zone: .utc)
        return RecordSelection(router.route(question), asker: asker, members: [ann, bob]).places(in: records)
    }

    @Test("tasks are selected by who does them and who asked for them, open ones first")
    func tasks() {
        let records = [
            record(.task, by: ann, to: bob), record(.task, by: bob, to: ann, dueIn: 30),
            record(.task, by: bob, to: bob),
            record(.task, by: bob, to: ann, state: .done), record(.task, by: ann), record(.decision, by: ann),
            record(.task, by: bob, to: ann, state: .cancelled), record(.task, by: ann, to: ann),
        ]
        #expect(places("What do I have to do?", records) == [1, 7])
        // Nobody asked for the last one.
        #expect(places("Who is waiting for something from me?", records) == [1])
        #expect(places("What do others owe me?", records) == [0, 4])
        #expect(places("What does Bob owe me?", records) == [0])
        #expect(places("What does Bob owe?", records) == [0, 2])
        #expect(places("Which tasks have no owner?", records) == [4])
        #expect(places("Extract action items", records) == [1, 0, 2, 4, 7, 3])
    }

    @Test("the next deadline is the first from now on, with the others of its day")
    func next() {
        let records = [
            record(.deadline, by: ann, dueIn: -24), record(.task, by: bob, to: ann, dueIn: 30),
            record(.deadline, by: bob, dueIn: 28), record(.deadline, by: bob, dueIn: 200),
            record(.task, by: bob, to: ann, dueIn: 2, state: .done),
        ]
        #expect(places("When is the next deadline?", records) == [2, 1])
        #expect(places("Any deadlines?", records) == [2, 1, 3, 0, 4])
        #expect(places("What is due next week?", records) == [3])
        #expect(places("Is anything due today?", records) == [4])
    }

    @Test("nobody waits for what is said to be done, is only suggested, or is probably over")
    func waiting() {
        var records = [
            record(.task, by: bob, to: ann, dueIn: 30), record(.task, by: bob, to: ann, state: .saidDone),
            record(.task, by: bob, to: ann, dueIn: -48, daysAgo: 3), record(.task, by: bob, to: ann, daysAgo: 9),
            record(.task, by: bob, to: ann), record(.task, by: bob, to: ann, dueIn: -6, daysAgo: 1),
        ]
        records[4].isSuggested = true
        #expect(places("Who is waiting for something from me?", records) == [5, 0])
        let asker = RecordSelection.Asker(ann, now: now, zone: .utc)
        let router = QuestionRouter(asker: "Ann", members: ["Ann", "Bob"], now: now)
        func leftOut(_ question: String) -> Int {
            RecordSelection(router.route(question), asker: asker, members: [ann, bob]).leftOut(of: records)
        }
        #expect(leftOut("Who is waiting for something from me?") == 3)
        #expect(leftOut("What do I have to do?") == 0)
        // All are tasks of hers: what is probably over comes later, and what is only suggested last.
        #expect(places("What do I have to do?", records) == [5, 0, 2, 3, 1, 4])
        records[2].isSettled = true
        #expect(places("Who is waiting for something from me?", records) == [2, 5, 0])
        // One more, which she took on unasked.
        records.append(record(.task, by: ann, to: ann, dueIn: 30))
        #expect(places("Who is waiting for something from me?", records) == [2, 5, 0])
        #expect(leftOut("Who is waiting for something from me?") == 3)
    }

    @Test("the surer a task is, the longer it is taken for open; a date ahead keeps it")
    func openness() {
        func isOver(sure: Double, hoursAgo: Int64, dueIn: Int64? = nil) -> Bool {
            var task = record(.task, by: bob, to: ann, dueIn: dueIn)
            task.confidence = Confidence(sure)
            task.writtenAt = now.advanced(by: -hoursAgo * 3_600_000)
            return task.isProbablyOver(at: now)
        }
        #expect(!isOver(sure: 0.55, hoursAgo: 1))
        #expect(isOver(sure: 0.55, hoursAgo: 12))
        #expect(!isOver(sure: 0.95, hoursAgo: 24))
        #expect(isOver(sure: 0.95, hoursAgo: 72))
        #expect(!isOver(sure: 0.95, hoursAgo: 72, dueIn: 48))
        #expect(isOver(sure: 0.95, hoursAgo: 72, dueIn: -24))
    }

    @Test("the next deadline is a likely one, or else one that is suggested")
    func likelyNext() {
        var records = [record(.deadline, by: bob, dueIn: 28), record(.deadline, by: bob, dueIn: 50)]
        records[0].isSuggested = true
        #expect(places("When is the next deadline?", records) == [1])
        records[1].isSuggested = true
        #expect(places("When is the next deadline?", records) == [0])
    }

    @Test("what is due today is the next deadline, what is ahead first")
    func today() {
        let records = [record(.deadline, by: bob, dueIn: -1), record(.deadline, by: bob, dueIn: 1)]
        #expect(places("When is the next deadline?", records) == [1, 0])
    }

    @Test("a day is the same day for an asker in another zone, and an instant is on the asker's day")
    func zones() throws {
        let friday = try #require(CivilDay(year: 2026, month: 3, day: 6))
        // A writer in California, an asker in Berlin.
        let writer = WritingZone(utcOffsetMinutes: -8 * 60)
        let day = DueDate.day(friday)
        let evening = DueDate.instant(writer.time(friday, minute: 20 * 60), utcOffset: -8 * 60)
        let records = [day, evening].map { due in
            AnswerRecord(kind: .deadline, sender: bob, due: due, dueEnd: due.end(in: writer), writtenAt: now)
        }
        func places(_ question: String) -> [Int] {
            let zone = WritingZone(utcOffsetMinutes: 60)
            let router = QuestionRouter(asker: "Ann", members: ["Ann", "Bob"], now: now, zone: zone)
            let asker = RecordSelection.Asker(ann, now: now, zone: zone)
            return RecordSelection(router.route(question), asker: asker, members: [ann, bob]).places(in: records)
        }
        #expect(places("What is due on Friday?") == [0])
        #expect(places("What is due on Saturday?") == [1])
        #expect(places("When is the next deadline?") == [0])
    }

    @Test("changes are of the person in the question: who wrote it, asked for it or has to do it")
    func changes() {
        var records = [
            record(.decision, by: ann), record(.decision, by: bob, daysAgo: 1),
            record(.task, by: ann, to: bob, daysAgo: 2), record(.task, by: ann, to: ann, daysAgo: 3),
        ]
        for place in records.indices { records[place].isChanged = true }
        #expect(places("What changed?", records) == [0, 1, 2, 3])
        #expect(places("What did Bob change?", records) == [1, 2])
        #expect(places("What has changed for Bob?", records) == [1, 2])
    }

    @Test("replaced decisions come after standing ones, and suggested ones last")
    func standing() {
        var records = [
            record(.decision, by: ann), record(.decision, by: bob, daysAgo: 1), record(.decision, by: ann, daysAgo: 2),
        ]
        records[0].isSuggested = true
        records[1].isReplaced = true
        #expect(places("What was decided?", records) == [2, 1, 0])
    }

    @Test("decisions are the newest first, of the days and the person in the question")
    func decisions() {
        let records = [
            record(.decision, by: ann, daysAgo: 30), record(.decision, by: bob, daysAgo: 1), record(.decision, by: ann),
        ]
        #expect(places("What was decided?", records) == [2, 1, 0])
        #expect(places("What did we decide this week?", records) == [2, 1])
        #expect(places("What did Bob decide?", records) == [1])
    }
}
