import Foundation
import NexusCore
import Testing

@Suite("The protocol document")
struct ProtocolDocumentTests {
    let text: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        text = try String(contentsOf: root.appending(path: "docs/protocol.md"), encoding: .utf8)
    }

    @Test("the codes that a request may be repeated after are listed")
    func transientCodes() {
        #expect(ErrorCode.all.filter(\.isTransient) == ErrorCode.transient)
    }

    @Test("lists every error code with its status and whether it is transient")
    func errorCodes() {
        for code in ErrorCode.all {
            let row = "| `\(code.text)` | \(code.status) | \(code.isTransient ? "yes " : "")|"
            #expect(text.contains(row), "no row for \(code.text)")
        }
        #expect(Set(ErrorCode.all.map(\.text)).count == ErrorCode.all.count)
    }

    @Test("states every limit at its value")
    func limits() {
        let stated = [
            ("characters (Unicode scalars) of a message", Limits.messageCharacters),
            ("insights of one kind of a message", Limits.insightsOfMessage),
            ("reminders of a person, with those that fired and were not removed", Limits.remindersPerPerson),
            ("days by which a reminder is ahead", Limits.reminderDays),
            ("events of an insight", InsightRecord.eventLimit),
            ("insights of a conversation that a device keeps", Limits.insightsOnDevice),
            ("characters of a display name", Limits.nameCharacters),
            ("characters of a group's title", Limits.titleCharacters),
            ("characters of a team's name", Limits.teamCharacters),
            ("characters of a profile description", Limits.aboutCharacters),
            ("characters of a group's description", Limits.descriptionCharacters),
            ("characters of the reason of a report, and of an administrator's note", Limits.reasonCharacters),
            ("bytes of an e-mail address", Limits.emailBytes),
            ("characters of a password, at least", Limits.passwordMinimum),
            ("characters of a new password, at most", Limits.passwordMaximum),
            ("bytes of a password, at most", Limits.passwordBytes),
            ("people who may join with one invitation", Limits.invitationUses),
            ("domains whose addresses may join without an invitation", Limits.joinDomains),
            ("days that an invitation is good for, by default", Limits.invitationDays),
            ("days that an invitation is good for, at most", Limits.invitationLongestDays),
            ("groups that one invitation leads to", Limits.invitationConversations),
            ("working invitations of one person", Limits.pendingInvitations),
            ("working invitations by e-mail of one person", Limits.pendingMailedInvitations),
            ("addresses in one request to mail invitations", Limits.mailedInvitations),
            ("members of a group", Limits.groupMembers),
            ("messages in one `delete`", Limits.messagesPerDelete),
            ("bytes of an emoji", Limits.emojiBytes),
            ("different emoji on a message", Limits.reactionEmoji),
            ("reactions to a message, over all emoji", Limits.reactions),
            ("mentions in a message", Limits.mentions),
            ("pinned messages of a conversation", Limits.pins),
            ("former versions kept of a message", Limits.messageVersions),
            ("messages of a conversation deleted for oneself, one by one", Limits.hiddenMessages),
            ("conversations that a client forwards to at once", Limits.forwardTargets),
            ("messages in a page, at most", Limits.pageMessages),
            ("messages in a page without `limit`, and in a fresh page", Limits.defaultPageMessages),
            ("changes caught up one by one", Int(Limits.catchUpChanges)),
            ("conversations in one `moved`", Limits.movedConversations),
            ("people in a page without `limit`", Limits.peopleResults),
            ("people in a page, at most", Limits.peoplePage),
            ("characters of a search", Limits.searchCharacters),
            ("parts of a search", Limits.searchParts),
            ("results in one answer to a search", Limits.searchResults),
            ("newest matches among which the best are picked", Limits.searchRanked),
            ("characters of a snippet, about", Limits.snippetCharacters),
            ("characters of a question to the assistant", Limits.questionCharacters),
            ("characters of a source that an answer shows", Limits.excerptCharacters),
            ("bytes of a frame from a client", Limits.frameBytes),
            ("unanswered operations of a session", Limits.operationsInFlight),
            ("frames of a client in one request of a polled socket", Limits.polledFrames),
            ("bytes of those", Limits.polledBytes),
            ("bytes of a client's frames that wait on a polled socket", Limits.polledWaitingBytes),
            (
                "last changes of a conversation of whose messages it is known when they were read",
                Int(Limits.readingChanges)
            ),
            ("attachments of a message", Limits.attachmentsPerMessage),
            ("bytes of an upload", Int(Limits.mediaBytes)),
            ("bytes of one part of an upload", Limits.uploadPartBytes),
            ("characters of a file's name", Limits.mediaNameCharacters),
            ("pixels of a picture, all frames together", Int(Limits.imagePixels)),
            ("pixels on one side of a picture", Limits.imageSide),
            ("frames of an animation", Limits.imageFrames),
            ("scans of a JPEG", Limits.imageScans),
            ("pixels of a JPEG times its scans", Int(Limits.imageScannedPixels)),
            ("pixels of an interlaced PNG", Int(Limits.interlacedPixels)),
            ("unfinished uploads of one person", Limits.openUploads),
            (
                "days before its arrival that a message may say it was written",
                Int(Limits.writtenAtPastMilliseconds / 86_400_000)
            ),
            ("values of a waveform", Limits.waveformValues),
            ("own messages that a client posts again in a new epoch", Limits.repeatMessages),
        ]
        for (name, value) in stated {
            #expect(text.contains("| \(name) | \(grouped(value)) |"), "\(name) is not \(grouped(value))")
        }
        for (name, milliseconds) in [
            ("access of a live socket is renewed before its end", Limits.renewalNoticeMilliseconds),
            ("a live socket not renewed after its session was refreshed lives", Limits.renewalGraceMilliseconds),
            ("a poll of a polled socket is held", Limits.pollHoldMilliseconds),
            ("typing without renewal", Limits.typingMilliseconds),
            ("silence after which a session counts as gone", Limits.presenceLeaseMilliseconds),
            ("heartbeat", Limits.heartbeatMilliseconds),
            ("time that decoding a picture may take", Limits.pictureMilliseconds),
        ] {
            #expect(text.contains("| \(name) | \(milliseconds / 1_000) s |"), "\(name) is not as in the code")
        }
        let days = Limits.repeatMilliseconds / 86_400_000
        #expect(text.contains("| how far back those were written | \(days) d |"))
    }

    @Test("docs/media.md states its limits at the same values")
    func mediaLimits() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let media = try String(contentsOf: root.appending(path: "docs/media.md"), encoding: .utf8)
        let (small, large) = (Limits.previewSides, Limits.pictureSides)
        for row in [
            "| attachments of a message | \(Limits.attachmentsPerMessage) |",
            "| bytes of an upload | \(grouped(Int(Limits.mediaBytes))) |",
            "| bytes of one part | \(grouped(Limits.uploadPartBytes)) |",
            "| pixels of a picture, all frames together | \(grouped(Int(Limits.imagePixels))) |",
            "| pixels on one side | \(grouped(Limits.imageSide)) |",
            "| frames of an animation | \(grouped(Limits.imageFrames)) |",
            "| scans of a JPEG | \(Limits.imageScans) |",
            "| pixels of a JPEG times its scans | \(grouped(Int(Limits.imageScannedPixels))) |",
            "| pixels of an interlaced PNG | \(grouped(Int(Limits.interlacedPixels))) |",
            "| bytes of a picture's colour profile | \(grouped(Limits.imageProfileBytes)); a larger one is left out |",
            "| bytes of a picture's Exif block | \(grouped(Limits.imageMetadataBytes)); a larger one is left out |",
            "| time that decoding a picture may take | \(Limits.pictureMilliseconds / 1_000) s |",
            "| pictures waiting to be decoded | \(Limits.waitingPictures) |",
            "| pictures of one person waiting to be decoded | \(Limits.waitingPicturesOfOne) |",
            "| unfinished uploads of one person | \(Limits.openUploads) |",
            "unless the original is asked for | \(grouped(Limits.sentImageSide)) |",
            "| previews | \(small[0]) and \(grouped(small[1])) pixels |",
            "| pictures of people and groups | \(large[0]) and \(large[1]) pixels |",
            "| length of a voice message | \(Limits.voiceMilliseconds / 60_000) min |",
            "| characters of a name | \(Limits.mediaNameCharacters); longer ones are cut |",
            "| unused media are kept | \(Limits.unusedMediaMilliseconds / 3_600_000) h |",
        ] {
            #expect(media.contains(row), "no row \(row)")
        }
    }

    private func grouped(_ number: Int) -> String {
        var digits = Array(String(number))
        var position = digits.count - 3
        while position > 0 {
            digits.insert(",", at: position)
            position -= 3
        }
        return String(digits)
    }
}
