import Foundation
import NIOCore
import NexusCore
import NexusDatabase

/// Makes the ZIP file of one copy: reads page by page, each in a snapshot of its own with the person's permissions at that moment, and
/// holds no more than a page in memory.
struct ExportMaker: Sendable {
    /// Messages of a page.
    static let page = 200

    let export: ExportRepository.Export
    let database: any Database
    let folder: ExportFolder
    /// Nil for a server without media.
    let media: (any MediaStore)?
    let threads: BackgroundThreads
    let now: @Sendable () -> Timestamp
    /// Rests between two pages.
    let rest: @Sendable () async throws -> Void

    /// The person no longer wants it, or may no longer have it.
    struct Unwanted: Error {}

    private var user: UserID { export.user }

    /// - Returns: the size of the file.
    /// - Throws: ``Unwanted``; `Refusal` (`storage_full`); the errors of the database and the file system.
    func make(_ id: ExportID, progress: @Sendable (Int, Int) async throws -> Void) async throws -> Int64 {
        let zip = try await threads.run { [now] in try ZipWriter(folder.partial(id), at: now()) }
        try await text("profile.json", zip) { reader in
            (try AccountRepository.profile(of: user, in: reader)?.json ?? []) + [10]
        }
        try await text("settings.jsonl", zip) { reader in
            lines(try UserSettingsRepository.settings(for: user, after: 0, limit: .max, in: reader))
        }
        try await text("people.jsonl", zip) { reader in
            lines(try UserSettingsRepository.relations(of: user, after: 0, limit: .max, in: reader))
        }
        try await text("security.jsonl", zip) { reader in
            lines(try AuditLog.security(of: user, before: .max, limit: 10_000, in: reader))
        }
        try await insights(zip)
        try await assistant(zip)
        let conversations = try await database.read { [user] in
            try ConversationRepository.conversations(of: user, in: $0)
        }
        var index = ExportPages.begin("Your copy of Nexus")
        index += "<p class=\"by\">Made \(ExportPages.time(now())) (UTC)</p>\n"
        var copied = CopiedFiles()
        for (number, conversation) in conversations.enumerated() {
            try await progress(number, conversations.count)
            guard let chat = try await chat(conversation) else { continue }
            index += ExportPages.link(
                chat.title, to: "conversations/\(conversation.text).html", note: "\(chat.members.count) people")
            try await messages(of: chat, zip)
            try await page(of: chat, zip)
            try await files(of: chat, &copied, zip)
        }
        if !copied.missing.isEmpty {
            try await begin("media/missing.txt", zip)
            let lines = ["The server no longer has these files:"] + copied.missing
            try await write(Array((lines.joined(separator: "\n") + "\n").utf8), zip)
        }
        let whole = Array((index + ExportPages.end).utf8)
        return try await threads.run {
            try zip.begin("index.html")
            try zip.write(whole)
            return try zip.finish()
        }
    }

    // MARK: Parts

    /// A conversation of the person's.
    private struct Chat: Sendable {
        var id: ConversationID
        var info: Conversation
        var title: String
        var members: [Member]
        var names: [UserID: String]
    }

    /// Nil once the person has left it.
    private func chat(_ id: ConversationID) async throws -> Chat? {
        try await database.read { [user] reader in
            guard let view = try HistoryRepository.view(id, for: user, in: reader) else { return nil }
            let members = try HistoryRepository.members(of: id, changedAfter: 0, for: user, in: reader)
            let names = Dictionary(members.map { ($0.user, $0.name) }, uniquingKeysWith: { first, _ in first })
            let others = members.filter { $0.user != user }.map(\.name).joined(separator: ", ")
            return Chat(
                id: id, info: view.info, title: view.info.title ?? (others.isEmpty ? "Notes" : others),
                members: members, names: names)
        }
    }

    private func messages(of chat: Chat, _ zip: ZipWriter) async throws {
        try await begin("conversations/\(chat.id.text).jsonl", zip)
        try await write(lines([chat.info]) + lines(chat.members), zip)
        try await each(in: chat.id) { try await write(lines($0), zip) }
    }

    private func page(of chat: Chat, _ zip: ZipWriter) async throws {
        try await begin("conversations/\(chat.id.text).html", zip)
        try await write(Array(ExportPages.begin(chat.title, home: "../index.html").utf8), zip)
        try await each(in: chat.id) { messages in
            let text = messages.map { message in
                ExportPages.article(message, file: { media == nil ? nil : ExportMaker.path(of: $0) }) {
                    chat.names[$0] ?? DeletedAccount.name
                }
            }
            try await write(Array(text.joined().utf8), zip)
        }
        try await write(Array(ExportPages.end.utf8), zip)
    }

    private struct CopiedFiles {
        var known: Set<MediaID> = []
        /// Those that the server does not have, by their names in the archive: a backup may have been restored without them.
        var missing: [String] = []
    }

    private func files(of chat: Chat, _ copied: inout CopiedFiles, _ zip: ZipWriter) async throws {
        guard let media else { return }
        try await each(in: chat.id) { messages in
            let attachments = messages.filter { !$0.isDeleted }.flatMap(\.attachments)
            for attachment in attachments where copied.known.insert(attachment.media).inserted {
                let record = try await database.read { [user] in
                    try MediaRepository.readable(attachment.media, by: user, in: $0)
                }
                guard let record, let hash = record.hash else { continue }
                let object = MediaObject(hash)
                let path = ExportMaker.path(of: attachment)
                let content: MediaBody
                do {
                    content = try await media.open(object, 0..<media.bytes(of: object, recorded: record.bytes))
                } catch let problem where ExportMaker.isMissing(problem) {
                    copied.missing.append(path)
                    continue
                }
                try await copy(content, as: path, zip)
            }
        }
    }

    private static func isMissing(_ error: any Error) -> Bool {
        (error as? FileProblem)?.isMissing ?? false || (error as? Refusal)?.code == .mediaGone
    }

    private func copy(_ content: MediaBody, as name: String, _ zip: ZipWriter) async throws {
        try await threads.run { try zip.begin(name, isStored: true) }
        try await content.write { part in
            try await threads.run { [bytes = Array(buffer: part)] in
                try folder.requireSpace()
                try zip.write(bytes)
            }
            try await rest()
        }
    }

    private func insights(_ zip: ZipWriter) async throws {
        try await begin("insights.jsonl", zip)
        var query = InsightQuery(limit: InsightQuery.pageLimit)
        while true {
            let found = try await database.read { [user, query, time = now()] reader in
                try InsightPolicy.shows(to: user, reader) ? try query.records(for: user, at: time, reader) : []
            }
            try await write(lines(found.map(\.record)), zip)
            guard found.count == query.limit, let last = found.last else { return }
            query.after = InsightQuery.Cursor(last.record, dueAt: last.dueAt)
            try await rest()
        }
    }

    private func assistant(_ zip: ZipWriter) async throws {
        try await begin("assistant.jsonl", zip)
        let topics = try await database.read { [user] in try AssistantHistory.topics(of: user, in: $0) }
        for topic in topics {
            let thread = try await database.read { [user] in try AssistantHistory.thread(topic, of: user, in: $0) }
            if let thread { try await write(lines([thread]), zip) }
            try await rest()
        }
    }

    /// The file of an attachment in the archive: nothing of its name but an ending, so that it leads nowhere else.
    static func path(of attachment: Attachment) -> String {
        let ending = attachment.name.split(separator: ".").last.map(String.init) ?? ""
        let isPlain =
            attachment.name.contains(".") && ending.utf8.count <= 8
            && ending.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || 48...57 ~= $0.value) }
        return "media/\(attachment.media.text)" + (isPlain ? ".\(ending.lowercased())" : "")
    }

    // MARK: Reading and writing

    private func each(in id: ConversationID, _ body: ([Message]) async throws -> Void) async throws {
        var after: Seq = 0
        while let messages = try await page(after: after, in: id), let last = messages.last {
            after = last.seq
            let deleted = try await deletedForOneself(in: id)
            try await body(messages.filter { !deleted.holds($0.seq) })
            try await rest()
        }
    }

    private func deletedForOneself(in id: ConversationID) async throws -> DeletedForOneself {
        try await database.read { [user] in
            try UserSettingsRepository.settings(of: id, for: user, in: $0)?.deleted ?? DeletedForOneself()
        }
    }

    /// The next messages; nil once the person may no longer read them.
    private func page(after seq: Seq, in id: ConversationID) async throws -> [Message]? {
        try await database.read { [user, export] reader in
            guard try ExportRepository.export(of: user, in: reader)?.state.id == export.state.id,
                try !AccountStatus.isSuspended(user, in: reader)
            else { throw Unwanted() }
            guard try HistoryRepository.view(id, for: user, in: reader) != nil else { return nil }
            return try HistoryRepository.messages(in: id, after: seq, limit: ExportMaker.page, reader)
        }
    }

    private func text(
        _ name: String, _ zip: ZipWriter, _ body: @escaping @Sendable (Reader) throws -> [UInt8]
    ) async throws {
        try await begin(name, zip)
        try await write(try await database.read(body), zip)
    }

    private func begin(_ name: String, _ zip: ZipWriter) async throws {
        try await threads.run { [folder] in
            try folder.requireSpace()
            try zip.begin(name)
        }
    }

    private func write(_ bytes: [UInt8], _ zip: ZipWriter) async throws {
        try await threads.run { try zip.write(bytes) }
    }

    private func lines(_ values: [some JSONEncodable]) -> [UInt8] { values.flatMap { $0.json + [10] } }
}
