import Foundation
import NexusIntelligence

/// Reads a chat file line by line.
struct ChatFileReader {
    private(set) var file = ChatFile()
    private var day = ""
    // Made once for a file: a literal is parsed each time that it is evaluated.
    private let messageForm = /(\d+) (\d\d:\d\d) ([^|^]+?)(?: \^(\d+))? \| (.*)/
    private let titleForm = /\ (?:title|topic)="([^"]*)"/
    private let evidenceForm = /\ "(.*)"/
    private let dueForm = /\ due=(\S+)/
    private let replacesForm = /\ replaces=(\S+)/
    private let addresseeForm = /\ to=(.+?)\s*$/
    private let catchUpForm = /(.+) after (\d+) \| ([\d ]+)/

    mutating func read(_ line: Substring) throws(ChatFileError.Reason) {
        if line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") { return }
        if line.hasPrefix("+ ") { return try label(line.dropFirst(2)) }
        if line.hasPrefix("ask ") { return try question(line.dropFirst(4)) }
        if line.hasPrefix("catchup ") { return try catchUp(line.dropFirst(8)) }
        if line.hasPrefix("day ") {
            day = line.dropFirst(4).trimmingCharacters(in: .whitespaces)
            return
        }
        if file.messages.isEmpty, head(line) { return }
        try message(line)
    }

    private mutating func head(_ line: Substring) -> Bool {
        guard let colon = line.firstRange(of: ": ") else { return false }
        let value = line[colon.upperBound...].trimmingCharacters(in: .whitespaces)
        switch line[..<colon.lowerBound] {
        case "name": file.name = value
        case "domain": file.domain = value
        case "language": file.language = value
        case "zone": file.zone = value
        case "members":
            file.members = value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        case "about": break
        default: return false
        }
        return true
    }

    private mutating func message(_ line: Substring) throws(ChatFileError.Reason) {
        guard let match = line.wholeMatch(of: messageForm) else {
            throw .message
        }
        guard !day.isEmpty else { throw .day }
        guard Int(match.1) == file.messages.count + 1 else { throw .number }
        guard file.members.contains(String(match.3)) else { throw .member }
        let replyTo = match.4.flatMap { Int($0) }
        guard (replyTo ?? 0) <= file.messages.count else { throw .number }
        file.messages.append(
            ChatFile.Message(
                number: file.messages.count + 1, sender: String(match.3), time: "\(day)T\(match.2)", replyTo: replyTo,
                text: String(match.5).replacing("\\n", with: "\n")))
    }

    private mutating func label(_ line: Substring) throws(ChatFileError.Reason) {
        guard !file.messages.isEmpty, let word = line.split(separator: " ").first,
            let kind = ChatLabel.Kind(rawValue: String(word))
        else { throw .label }
        var label = ChatLabel(kind: kind)
        var rest = String(line.dropFirst(word.count)) + " "
        if let match = rest.firstMatch(of: titleForm) {
            label.title = String(match.1)
            rest.removeSubrange(match.range)
        }
        if let match = rest.firstMatch(of: evidenceForm) {
            let evidence = String(match.1).replacing("\\n", with: "\n")
            guard file.messages[file.messages.count - 1].text.contains(evidence) else { throw .evidence }
            label.evidence = evidence
            rest.removeSubrange(match.range)
        }
        if let match = rest.firstMatch(of: dueForm) {
            label.due = String(match.1)
            rest.removeSubrange(match.range)
        }
        if let match = rest.firstMatch(of: replacesForm) {
            label.replaces = String(match.1)
            rest.removeSubrange(match.range)
        }
        if let match = rest.firstMatch(of: addresseeForm) {
            let name = String(match.1)
            guard name == "all" || file.members.contains(name) else { throw .member }
            label.to = name
            rest.removeSubrange(match.range)
        }
        let word2 = rest.trimmingCharacters(in: .whitespaces)
        if kind == .deadline { label.due = word2 } else { label.item = word2.isEmpty ? nil : word2 }
        file.messages[file.messages.count - 1].labels.append(label)
    }

    private mutating func question(_ line: Substring) throws(ChatFileError.Reason) {
        let parts = line.components(separatedBy: " | ").map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 4 else { throw .question }
        guard file.members.contains(parts[0]) else { throw .member }
        let sources: ChatFile.Question.Sources
        let numbers = parts[2].split { $0 == " " || $0 == "," }.compactMap { Int($0) }
        if !numbers.isEmpty {
            guard numbers.allSatisfy({ (1...file.messages.count).contains($0) }) else { throw .number }
            sources = .messages(numbers)
        } else {
            sources = parts[2] == "none" ? .none : .records(parts[2])
        }
        file.questions.append(
            ChatFile.Question(asker: parts[0], text: parts[1], sources: sources, kind: parts[3]))
    }

    private mutating func catchUp(_ line: Substring) throws(ChatFileError.Reason) {
        guard let match = line.wholeMatch(of: catchUpForm), let after = Int(match.2) else {
            throw .catchUp
        }
        guard file.members.contains(String(match.1)) else { throw .member }
        file.catchUps.append(
            ChatFile.CatchUp(
                reader: String(match.1), after: after, messages: match.3.split(separator: " ").compactMap { Int($0) }))
    }
}
