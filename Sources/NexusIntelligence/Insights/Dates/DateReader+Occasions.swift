/// Times that the working day gives: "after lunch", "before you go home", "first thing".
extension DateReader {
    func occasion(at start: Int) -> Expression? {
        switch word(start) {
        case "after", "nach", "después", "despues", "après": return afterMeal(start)
        case "before", "b", "bevor", "antes", "avant":
            return endOfLeaving(start).map { Expression(lead: .limit, day: today, end: $0) }
        case "first", "a", "à": return firstThing(start)
        case "in": return morningToCome(start)
        default: return nil
        }
    }

    /// "in the morning", written after noon or at night: the one to come.
    private func morningToCome(_ start: Int) -> Expression? {
        let end = start + 3
        guard word(start + 1) == "the", word(start + 2) == "morning", isEnd(end), number(start - 1) == nil,
            minuteNow >= 12 * 60 || minuteNow < 4 * 60
        else { return nil }
        var result = Expression(
            lead: .point, day: minuteNow < 4 * 60 ? today : today.later(by: 1),
            clock: Clock(minute: DayPart.morning.end), end: end)
        if let found = day(at: skip(end, ["on"]), lead: .point) {
            (result.day, result.isPast, result.end) = (found.day, found.isPast, found.end)
        }
        return result
    }

    private func afterMeal(_ start: Int) -> Expression? {
        guard let (clock, end) = meal(at: start) else { return nil }
        var result = Expression(lead: .point, day: today, clock: clock, end: end)
        if let found = day(at: skip(end, ["on"]), lead: .point) {
            (result.day, result.isPast, result.end) = (found.day, found.isPast, found.end)
            return result
        }
        // "He was nervous after lunch"; later in the day it tells of what was.
        let isTold = (1...4).contains { ["was", "were", "had", "went", "came"].contains(word(start - $0) ?? "") }
        return !isTold && minuteNow < lastMinute(of: end) ? result : nil
    }

    /// "after lunch": until the end of the afternoon; without a time, of the day.
    func meal(at start: Int) -> (clock: Clock?, end: Int)? {
        guard ["after", "nach", "después", "despues", "après"].contains(word(start) ?? "") else { return nil }
        let noun = skip(start + 1, ["the", "my", "dem", "der", "de", "del", "la", "le"])
        guard noun < start + 4, let name = word(noun), let meal = DateWords.meals[name], isEnd(noun + 1) else {
            return nil
        }
        let end = noun + 1
        guard goesOn(end) || namesDay(end), !DateWords.tasks.contains(word(end) ?? "") || name != "work" else {
            return nil
        }
        return (meal.end.map { Clock(minute: $0) }, end)
    }

    private func lastMinute(of end: Int) -> Int { DateWords.meals[word(end - 1) ?? ""]?.lastMinute ?? 0 }

    /// "before you go home", "before you leave", "bevor du gehst", "antes de irte", "avant de partir".
    private func endOfLeaving(_ start: Int) -> Int? {
        var position = start + 1
        switch word(start) {
        case "antes":
            guard word(position) == "de",
                ["irte", "irnos", "irse", "irme", "iros", "salir"].contains(word(position + 1) ?? "")
            else { return nil }
            return goesOn(position + 2) ? position + 2 : nil
        case "avant":
            guard word(position) == "de", ["partir", "rentrer"].contains(word(position + 1) ?? "") else { return nil }
            return goesOn(position + 2) ? position + 2 : nil
        case "bevor":
            guard ["du", "ihr", "sie", "er", "wir", "ich"].contains(word(position) ?? "") else { return nil }
            position = skip(position + 1, ["nach", "hause", "heim"])
            return ["gehst", "geht", "gehen", "gehe", "heimgehst", "heimgeht"].contains(word(position) ?? "")
                && goesNoFurther(position + 1) ? position + 1 : nil
        case "b":
            guard number(position) == 4, isJoined(position) else { return nil }
            position += 1
        default: break
        }
        let pronouns = ["you", "u", "i", "we", "he", "she", "they", "everyone", "everybody"]
        let hasSubject = pronouns.contains(word(position) ?? "")
        if hasSubject { position = skip(position + 1, ["all", "guys"]) }
        let end = position + 1
        switch word(position) {
        case "go", "goes", "head", "heads", "going", "heading":
            guard hasSubject != (word(position)?.hasSuffix("ing") ?? false) else { return nil }
            if word(end) == "home" { return end + 1 }
            return hasSubject && (goesNoFurther(end) || DateWords.requests.contains(word(end) ?? "")) ? end : nil
        case "leave", "leaves", "leaving":
            guard hasSubject != (word(position) == "leaving") else { return nil }
            if word(end) == "today" || word(end) == "tonight" { return end + 1 }
            return goesNoFurther(end) || DateWords.requests.contains(word(end) ?? "") ? end : nil
        case "clock", "log", "knock", "sign":
            return hasSubject && ["off", "out"].contains(word(end) ?? "") ? end + 1 : nil
        default: return nil
        }
    }

    /// "first thing", "a primera hora", "à la première heure": this morning before nine, else tomorrow.
    private func firstThing(_ start: Int) -> Expression? {
        var end: Int
        switch (word(start), word(start + 1)) {
        case ("first", "thing"):
            guard !["the", "a", "my", "your", "one", "very", "is", "was"].contains(word(start - 1) ?? "") else {
                return nil
            }
            end = start + 2
            // "First thing: …" begins a list.
            if isSentenceStart(start), isSign(end, ":") || isSign(end, ",") { return nil }
        case ("a", "primera") where word(start + 2) == "hora": end = start + 3
        case ("à", "la") where word(start + 2) == "première" && word(start + 3) == "heure": end = start + 4
        default: return nil
        }
        if let (part, after) = part(at: end), part == .morning { end = after }
        guard goesNoFurther(end) || DateWords.requests.contains(word(end) ?? "") else { return nil }
        let day = minuteNow < 9 * 60 ? today : today.later(by: 1)
        return Expression(lead: .point, day: day, clock: Clock(minute: DayPart.morning.end), end: end)
    }

    /// "noon", "lunch", "midnight": beside a day, after "by" or "at", or where nothing else can be meant.
    func namedTime(_ word: String, _ start: Int, _ lead: DueDateMatch.Lead, _ afterDay: Bool) -> (Clock, Int)? {
        if lead != .bare, word == "your" || word == "my", self.word(start + 1) == "noon" {
            return zoned(Clock(minute: 12 * 60), start + 2)
        }
        guard DateWords.lonePartsOfDay.contains(word), var minute = DateWords.partsOfDay[word] else { return nil }
        let before = self.word(start - 1) ?? ""
        switch word {
        case "noon" where lead == .bare && !afterDay:
            let isPhrase = before.isEmpty && goesNoFurther(start + 1)
            guard zoneStands(start + 1) || isPhrase && !isSign(start - 1, "-", joined: true) else { return nil }
        case "midi", "minuit":
            // "midi" is a format of music in English.
            guard ["à", "avant", "vers", "dici", "jusquà", "dès"].contains(before) else { return nil }
        case "lunch", "lunchtime", "mittagessen", "almuerzo", "déjeuner":
            guard lead != .bare || afterDay, !isPurpose(start) else { return nil }
            if word.hasPrefix("lunch") == false, lead != .limit { return nil }
            if !afterDay, (12 * 60..<13 * 60).contains(minuteNow) { minute = 13 * 60 }
        default: guard lead != .bare || afterDay else { return nil }
        }
        return ["after", "nach", "después", "despues"].contains(before) ? nil : zoned(Clock(minute: minute), start + 1)
    }

    /// "for lunch", "para el almuerzo"
    private func isPurpose(_ start: Int) -> Bool {
        let before = ["the", "el", "le"].contains(word(start - 1) ?? "") ? word(start - 2) : word(start - 1)
        return ["for", "para", "pour"].contains(before ?? "")
    }
}
