/// Every limit that the server enforces and a client checks first. docs/protocol.md lists them.
public enum Limits {
    /// Characters (Unicode scalars) in a message's text.
    public static let messageCharacters = 8_000
    /// Characters in a display name.
    public static let nameCharacters = 80
    /// Characters in a group's title.
    public static let titleCharacters = 120
    /// Characters in a team's name.
    public static let teamCharacters = 80
    /// Characters in a profile description.
    public static let aboutCharacters = 140
    /// Characters in a group's description.
    public static let descriptionCharacters = 500
    /// Characters in the reason of a report, and in an administrator's note.
    public static let reasonCharacters = 500
    /// Bytes in an e-mail address (RFC 5321 §4.5.3.1.3).
    public static let emailBytes = 254
    /// Characters in a password, at least.
    public static let passwordMinimum = 8
    /// Characters in a new password, at most.
    public static let passwordMaximum = 256
    /// Bytes in a password, at most: the input of the key derivation.
    public static let passwordBytes = 1_024
    /// People who may join with one invitation, at most and by default.
    public static let invitationUses = 100
    /// Days until an invitation expires, by default and at most.
    public static let invitationDays = 7
    /// Days from the request until an account is deleted, in which its owner may keep it.
    public static let deletionDays = 14
    /// Hours that a copy of one's data can be downloaded.
    public static let exportHours = 24
    /// Copies of one's data in 24 hours.
    public static let exportsPerDay = 3
    /// The longest time after which messages are deleted, in days.
    public static let retentionLongestDays = 3_650
    public static let invitationLongestDays = 30
    /// Groups that one invitation leads to.
    public static let invitationConversations = 20
    /// Domains whose addresses may join without an invitation.
    public static let joinDomains = 50
    /// Invitations of one person that still work.
    public static let pendingInvitations = 100
    /// Mailed invitations of one person that still work.
    public static let pendingMailedInvitations = 500
    /// Addresses in one request to mail invitations.
    public static let mailedInvitations = 100
    /// Members of one group.
    public static let groupMembers = 1_000
    /// Users named in one operation.
    public static let peoplePerOperation = 1_000
    /// Messages deleted by one operation.
    public static let messagesPerDelete = 100
    /// Bytes of the emoji of a reaction.
    public static let emojiBytes = 64
    /// Different emoji on one message.
    public static let reactionEmoji = 20
    /// Reactions to one message, over all emoji; further ones are refused.
    public static let reactions = 500
    /// Mentions in one message.
    public static let mentions = 50
    /// Pinned messages of one conversation.
    public static let pins = 50
    /// Former versions kept of one message: the last ones.
    public static let messageVersions = 50
    /// Messages of one conversation that a user has deleted for themself, one by one.
    public static let hiddenMessages = 500
    /// Conversations that a message is forwarded to at once, by a client.
    public static let forwardTargets = 20
    /// The maximum milliseconds between the writing of a message and its arrival: an outbox may wait for months.
    public static let writtenAtPastMilliseconds: Int64 = 400 * 86_400_000
    /// Messages in one page of history.
    public static let pageMessages = 200
    /// Messages in a page when a client names no number, and in the fresh page after a long absence.
    public static let defaultPageMessages = 50
    /// Changes that are caught up one by one; a client further behind gets a fresh newest page.
    public static let catchUpChanges: Int64 = 1_000
    /// Changes of a conversation, from its last back, of whose messages it is known when each member read them.
    public static let readingChanges: Int64 = 10_000
    /// Conversations named in one `moved` frame.
    public static let movedConversations = 500
    /// People in a page of the directory without `limit`.
    public static let peopleResults = 50
    /// People in one page of the directory.
    public static let peoplePage = 200
    /// Characters (Unicode scalars) in a search query.
    public static let searchCharacters = 400
    /// Words, phrases and filters in one search.
    public static let searchParts = 20
    /// Results in one answer to a search.
    public static let searchResults = 50
    /// Newest matches among which the best are picked; older ones are found newest first.
    public static let searchRanked = 500
    /// Characters in a result's snippet, about.
    public static let snippetCharacters = 160
    /// Characters (Unicode scalars) in a question to the assistant.
    public static let questionCharacters = 10_000
    /// Characters of a source that an answer shows, at most.
    public static let excerptCharacters = 150
    /// Insights of a conversation that a device keeps.
    public static let insightsOnDevice = 100
    /// Insights of one kind of one message.
    public static let insightsOfMessage = 16
    /// Reminders of one person, with those that fired and were not removed.
    public static let remindersPerPerson = 100
    /// Days by which a reminder is ahead, at most.
    public static let reminderDays = 730
    /// Bytes of one frame from a client.
    public static let frameBytes = 262_144
    /// Operations of one session that wait for their answer; past it the server stops reading that session.
    public static let operationsInFlight = 256
    /// Pictures, files and recordings in one message.
    public static let attachmentsPerMessage = 10
    /// Bytes of one upload.
    public static let mediaBytes: Int64 = 100 << 20
    /// Bytes of one part of an upload.
    public static let uploadPartBytes = 1 << 20
    /// Characters of a file's name.
    public static let mediaNameCharacters = 120
    /// Pixels of a picture, all frames of an animation together: past it the server refuses to decode it.
    public static let imagePixels: Int64 = 64_000_000
    /// Pixels on one side of a picture.
    public static let imageSide = 16_384
    /// Frames of an animation.
    public static let imageFrames = 1_000
    /// Scans that a JPEG is stored in; ordinary encoders write up to twelve.
    public static let imageScans = 100
    /// Pixels of a JPEG times its scans.
    public static let imageScannedPixels: Int64 = 640_000_000
    /// Pixels of an interlaced PNG, which is decoded as a whole.
    public static let interlacedPixels: Int64 = 16_000_000
    /// Bytes of a picture's colour profile; a larger one is left out.
    public static let imageProfileBytes = 1 << 20
    /// Bytes of a picture's Exif block; a larger one is left out.
    public static let imageMetadataBytes = 64 << 10
    /// Milliseconds for decoding and re-encoding one picture.
    public static let pictureMilliseconds: Int64 = 20_000
    /// Pictures that may wait to be decoded, in all and per user.
    public static let waitingPictures = 32
    public static let waitingPicturesOfOne = 4
    /// Unfinished uploads per user.
    public static let openUploads = 50
    /// Milliseconds of inactivity after which an unfinished upload may be replaced at the limit.
    public static let silentUploadMilliseconds: Int64 = 600_000
    /// Pixels on the longer side of a picture that a client sends, except originals.
    public static let sentImageSide = 2_048
    /// Pixels on the longer side of the server's previews.
    public static let previewSides = [320, 1_024]
    /// Pixels on the longer side of the pictures of users and groups: in lists, and large.
    public static let pictureSides = [96, 800]
    /// Milliseconds of a voice message.
    public static let voiceMilliseconds: Int64 = 600_000
    /// Values in the waveform of a voice message.
    public static let waveformValues = 64
    /// Milliseconds that an unused upload is kept.
    public static let unusedMediaMilliseconds: Int64 = 86_400_000
    /// Milliseconds that typing lasts without renewal.
    public static let typingMilliseconds: Int64 = 3_000
    /// Milliseconds of silence after which a session counts as gone.
    public static let presenceLeaseMilliseconds: Int64 = 45_000
    /// Milliseconds by which a discovery overlaps the previous one: a commit in progress then may have an earlier time.
    public static let discoveryOverlapMilliseconds: Int64 = 120_000
    /// Milliseconds for which a client posts its own messages again when the server has begun a new epoch.
    public static let repeatMilliseconds: Int64 = 7 * 86_400_000
    /// The maximum of those: the newest.
    public static let repeatMessages = 1_000
    /// Milliseconds between the signs of life of a silent client.
    public static let heartbeatMilliseconds: Int64 = 20_000
    /// Milliseconds before its end at which the access of a live socket is to be renewed.
    public static let renewalNoticeMilliseconds: Int64 = 120_000
    /// Milliseconds that a live socket lives without being renewed once its session was refreshed.
    public static let renewalGraceMilliseconds: Int64 = 60_000
}
