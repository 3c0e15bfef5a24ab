// @ts-check
// The interface between views and shell: types alone. Leading and following tabs implement the same.

/**
 * @typedef {import("./wire.js").InvitationPreview} InvitationPreview  as POST /v1/invitations/look answers
 */

/**
 * @typedef {import("./wire.js").ResetPreview} ResetPreview  as POST /v1/password/look answers
 */

/**
 * @typedef {import("./wire.js").ServerInfo} ServerInfo  as GET /v1/server answers
 */

/**
 * @typedef {object} InsightSelection  each left out for all
 * @property {string} [conversation]
 * @property {string[]} [kinds]
 * @property {string[]} [states]
 * @property {boolean} [mine]  assigned to the user
 * @property {boolean} [unassigned]
 *
 * @typedef {object} InsightListing
 * @property {import("./wire.js").InsightRecord[]} insights  with pending changes
 * @property {string[]} waiting  those with a change that waits to be sent
 * @property {number} open  open action items and deadlines
 * @property {boolean} complete  whether the server has no others
 * @property {string[]} [known]  all on this device, matching or not; only if not complete
 * @property {{id: string, name: string}[]} [members]  of the one conversation
 *
 * @typedef {{kind: "changeInsight" | "makeInsight" | "splitInsight" | "mergeInsights", conversation: string,
 *   insight?: string | import("./wire.js").NewInsight, change?: import("./wire.js").InsightChange,
 *   split?: import("./wire.js").InsightSplit, merge?: import("./wire.js").InsightMerge}} InsightOperation
 */

/**
 * @typedef {object} Connection
 * @property {boolean} online
 * @property {number | null} offlineSince  milliseconds since 1970; null while online
 * @property {number} waiting  operations that wait to be sent, receipts not counted
 * @property {boolean} caughtUp
 *
 * @typedef {object} Person
 * @property {string} id
 * @property {string} name
 * @property {string} [email]
 * @property {string} [about]  the person's description
 * @property {string} [picture]  a medium; absent without one
 * @property {boolean} [unclaimed]  imported or added, and not joined yet; only the directory tells
 * @property {boolean} [suspended]  only the directory tells
 *
 * @typedef {Person & {email: string, showsPresence: boolean, showsReceipts: boolean, showsAI: boolean, administrator?: boolean, security?: number, deletesAt?: number,
 *   notifications?: import("./wire.js").NotificationSettings}} Profile
 *   `deletesAt`: from when the account is deleted; `security`: the number of the newest entry of the account's security log
 *
 * @typedef {object} PeoplePage
 * @property {Person[]} people
 * @property {string | null} cursor  for the next page; null after the last
 *
 * @typedef {object} PresenceState
 * @property {boolean} online
 * @property {number | null} lastSeen  milliseconds since 1970; null when hidden or never
 *
 * @typedef {object} Refusal
 * @property {string} code  a stable code of docs/api.md, or "offline", "storage"
 * @property {string} message  safe to show
 * @property {string} [suggestion]
 *
 * @typedef {"default" | "all" | "mentions" | "nothing"} ConversationLevel
 *
 * @typedef {object} ConversationRow  as NexusCore's ConversationRow
 * @property {string} id
 * @property {"direct" | "group"} kind
 * @property {string} title
 * @property {string} [other]
 * @property {string} [picture]  the group's, or the other person's
 * @property {boolean} online
 * @property {string} [lastText]
 * @property {string} [lastSenderName]
 * @property {boolean} lastIsMine
 * @property {boolean} lastIsDeleted
 * @property {number} lastAt
 * @property {number} unread
 * @property {number} mentions  unread messages that mention the user
 * @property {string[]} typing
 * @property {number} waiting
 * @property {number} failed
 * @property {string[]} memberNames
 * @property {boolean} pinned
 * @property {number} [mutedUntil]  milliseconds since 1970; absent if it is not muted
 * @property {boolean} archived  until a new message arrives
 * @property {boolean} markedUnread
 * @property {string} draft  unsent text, the same on all devices
 * @property {ConversationLevel} level  which of its messages announce themselves
 * @property {boolean} sound  whether they make a sound
 * @property {boolean} lastIsFolded  the sender of the last message is blocked
 *
 * @typedef {object} SettingsChange  absent fields stay unchanged
 * @property {number} [mutedUntil]  milliseconds since 1970; 0 to unmute, `forGood` to mute without end
 * @property {boolean} [archived]
 * @property {true} [cleared]  deletes the present messages for the user alone
 * @property {boolean} [pinned]
 * @property {boolean} [markedUnread]
 * @property {ConversationLevel} [level]
 * @property {boolean} [sound]
 *
 * @typedef {import("./wire.js").Relation} Relation  favourites and blocks of the user
 *
 * @typedef {object} Quote  of the message that a row answers, in its present state
 * @property {string} message
 * @property {"shown" | "deleted" | "hidden" | "folded" | "missing"} state  hidden: the user has deleted it for themself; missing: not on this device, see `fetchQuoted`
 * @property {string | null} sender
 * @property {string} senderName
 * @property {string} text  its beginning
 *
 * @typedef {object} ReactionRow  the reactions with one emoji
 * @property {string} emoji
 * @property {number} count
 * @property {boolean} mine  the user's own is among them, or queued
 * @property {string[]} names  the first of the other users
 *
 * @typedef {{row: "day", key: string, day: number}} DayRow  days since 1970-01-01 in the reader's time zone
 * @typedef {{row: "newMessages", key: string}} NewMessagesRow
 * @typedef {{row: "event", key: string, text: string, writtenAt: number}} EventRow  a change of the group
 * @typedef {{row: "gap", key: string, from: number, through: number}} GapRow
 * @typedef {import("./wire.js").Attachment} Attachment
 *
 * @typedef {object} OutgoingFile  a file to send with a message
 * @property {"image" | "file" | "voice"} kind
 * @property {Blob} blob
 * @property {string} name
 * @property {string} type
 * @property {number} [width]
 * @property {number} [height]
 * @property {number} [duration]
 * @property {number[]} [waveform]
 *
 * @typedef {96 | 320 | 800 | 1024 | null} PictureSize  pixels on the longer side; 96 and 800 are of people and groups
 *
 * @typedef {object} Media  attachments of messages, for the screens of this tab
 * @property {(attachment: {media: string}, size: PictureSize) => Promise<string>} address  for an element to show; null is the whole
 * @property {(attachment: Attachment, waiting?: (milliseconds: number) => void) => Promise<void>} download  throws a Refusal; waiting: called
 *   when the server's rate limit delays it
 *
 * @typedef {object} TextPiece
 * @property {string} text
 * @property {string} style  letters: b bold, i italic, s struck through, c code, m mentions a user
 * @property {string | null} link
 *
 * @typedef {object} TextBlock
 * @property {"paragraph" | "quote" | "item" | "code"} kind
 * @property {TextPiece[]} pieces
 * @property {string | null} number  of an item, as typed; null for a bullet
 * @property {number} depth  of an item, from 0
 * @property {string} language  of code; empty where none is named
 *
 * @typedef {object} MessageRow
 * @property {"message"} row
 * @property {string} key  the message's id: stays the same from unsent to read
 * @property {string} id
 * @property {number | null} seq  null while unsent
 * @property {string} sender
 * @property {string} senderName
 * @property {boolean} mine
 * @property {string} text  as typed, with the present names of mentioned users
 * @property {TextBlock[] | null} format  the formatted text; null if it is shown as typed
 * @property {string[]} mentions  the users that `text` mentions
 * @property {boolean} mentionsMe  another user's message that mentions the user
 * @property {Attachment[]} attachments
 * @property {number} writtenAt
 * @property {number | null} editedAt
 * @property {boolean} deleted
 * @property {boolean} folded  its sender is blocked: shown only on request
 * @property {Quote | null} quote
 * @property {ReactionRow[]} reactions
 * @property {string | null} pinnedBy  the name of the user who pinned it; null if it is not pinned
 * @property {string | null} forwardedFrom  the name of the original sender
 * @property {boolean} pendingChange
 * @property {"pending" | "sending" | "sent" | "delivered" | "read" | "failed" | null} status
 * @property {string | null} receiptText  "read by 3 of 5"
 * @property {Refusal | null} refusal
 * @property {boolean} textAlone  its text can be sent without its attachments, which are not uploaded
 * @property {boolean} continues  it belongs to the same group as the row before
 * @typedef {DayRow | NewMessagesRow | GapRow | EventRow | MessageRow} TimelineRow
 *
 * @typedef {object} Splice  a change of a chat's rows, applied in order: at `at`, removes `remove` rows and inserts `rows`
 * @property {number} at
 * @property {number} remove
 * @property {TimelineRow[]} rows
 *
 * @typedef {object} MemberRow
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 * @property {"owner" | "admin" | "member"} role
 * @property {boolean} me
 * @property {boolean} online
 * @property {number | null} lastSeen
 * @property {boolean} presenceKnown  false without a connection: `online` and `lastSeen` have no meaning then
 * @property {boolean} mayRemove  the user may remove this member
 * @property {("owner" | "admin" | "member")[]} mayBecome  the roles that the user may give this member
 *
 * @typedef {object} ChatHeader
 * @property {string} id
 * @property {"direct" | "group"} kind
 * @property {string} title
 * @property {string | null} other
 * @property {string} [picture]  the group's, or the other person's
 * @property {string} about  the description of a group
 * @property {boolean} online
 * @property {number | null} lastSeen
 * @property {boolean} presenceKnown  of the other person; false without a connection
 * @property {string[]} typing  names
 * @property {MemberRow[]} members  the present members
 * @property {boolean} gone  the user is no longer a member, or the group was deleted
 * @property {{rename: boolean, describe: boolean, addMembers: boolean, deleteOthers: boolean, leave: boolean, dissolve: boolean,
 *   pin: boolean, setAI: boolean}} may
 * @property {boolean} ai  whether AI may read it
 * @property {boolean} pinned
 * @property {number | null} mutedUntil
 * @property {boolean} archived
 * @property {string} draft
 * @property {boolean} blocked  the other person of a direct conversation
 * @property {ConversationLevel} level  which of its messages announce themselves
 * @property {boolean} sound  whether they make a sound
 * @property {boolean} otherDeleted  the other person of a direct conversation has deleted their account
 *
 * @typedef {object} ChatEvents
 * @property {(splices: Splice[]) => void} rows
 * @property {() => void} looked  the user returned: the separator of new messages is in place
 * @property {(header: ChatHeader) => void} header
 * @property {(message: string) => void} progress  the upload of a message's attachments progressed
 * @property {(error: Refusal) => void} error
 * @property {(message: {id: string, isPinned: boolean}) => void} altered  a message, in the rows or not, has changed
 *
 * @typedef {object} Chat  one conversation on the screen
 * @property {string} id
 * @property {ChatHeader} header
 * @property {TimelineRow[]} rows  kept current; each splice is applied before its event. At first those around the first unread message, or the
 *   newest
 * @property {boolean} hasOlder
 * @property {boolean} hasNewer  the window does not reach the newest message: after a jump
 * @property {string} draft
 * @property {Media} media
 * @property {Map<string, {sent: number, total: number}>} progress  of uploads, by message
 * @property {(listener: Partial<ChatEvents>) => () => void} subscribe
 * @property {() => Promise<boolean>} loadOlder  resolves to whether rows were added
 * @property {() => Promise<boolean>} loadNewer
 * @property {(gap: GapRow) => Promise<boolean>} fillGap
 * @property {(message: string) => Promise<string | null>} jumpTo  loads around a message id or decimal `seq`; resolves to the row's key, or null
 * @property {() => Promise<void>} jumpToNewest
 * @property {(message: string) => Promise<boolean>} fetchQuoted  loads the original of a reply; resolves to whether it exists
 * @property {(text: string, more?: {replyTo?: string, files?: OutgoingFile[], mentioned?: string[]}) => Promise<void>} send  mentioned: which
 *   members the text mentions, where several have the same name
 * @property {(message: string, text: string, mentioned?: string[]) => Promise<void>} edit
 * @property {(messages: string[]) => Promise<void>} delete
 * @property {(message: string, emoji: string, on: boolean) => Promise<void>} react
 * @property {(message: string, reason: string) => Promise<void>} report  to the server's administrators
 * @property {(message: string, on: boolean) => Promise<void>} pin  for everyone
 * @property {(messages: string[], conversations: string[]) => Promise<void>} forward  with their attachments
 * @property {(seqs: number[]) => Promise<void>} deleteForMe  on all of the user's devices
 * @property {(message: string) => Promise<MessageRow[]>} versions  the texts of a message, oldest first; `writtenAt` is the version's time. Throws a
 *   Refusal without a network
 * @property {() => Promise<MessageRow[]>} pins  most recently pinned first
 * @property {(message: string) => Promise<void>} retry
 * @property {(message: string) => Promise<void>} discard
 * @property {(message: string) => Promise<void>} sendText  without its attachments, which follow as a message of their own
 * @property {(seq: number) => void} read  marks messages up to it as read; the shell waits 0.8 s and sends one receipt
 * @property {(active: boolean) => void} typing
 * @property {(text: string) => void} keepDraft
 * @property {(message: string) => Promise<{writtenAt: number, deliveredTo: Person[], readBy: Person[], audience: Person[], reactions: {emoji: string, people: Person[]}[]}>} receipts
 * @property {(title: string) => Promise<void>} rename
 * @property {(on: boolean) => Promise<void>} setAI
 * @property {(change: {about?: string, picture?: Blob | null}) => Promise<void>} describe  null removes the picture
 * @property {(people: Person[]) => Promise<void>} addMembers
 * @property {(user: string) => Promise<void>} removeMember
 * @property {(user: string, role: "owner" | "admin" | "member") => Promise<void>} setRole
 * @property {() => Promise<void>} leave
 * @property {() => Promise<void>} dissolve
 * @property {() => void} close
 *
 * @typedef {object} Banner
 * @property {string} conversation
 * @property {string} message
 * @property {string} sender
 * @property {string} senderName
 * @property {string | null} title
 * @property {string} text
 *
 * @typedef {import("./wire.js").SessionInfo} SessionRow
 *
 * @typedef {import("./wire.js").SearchResult} SearchResult  a message that was found
 *
 * @typedef {object} SearchAnswer
 * @property {SearchResult[]} results
 * @property {string | null} cursor  for the next page
 * @property {boolean} onDevice  without a network only this device was searched
 * @property {boolean} partial  the server is still indexing
 * @property {boolean} byMeaning  the server can search by meaning
 *
 * @typedef {object} ClientEvents
 * @property {() => void} session  signed in, signed out, profile changed
 * @property {() => void} connection
 * @property {() => void} conversations
 * @property {(banner: Banner | null) => void} banner  the banner to show; null removes it
 * @property {(message: {conversation: string, senderName: string, text: string, told: boolean}) => void} arrived  told: it announces itself
 * @property {(moved: {conversation: string | null}) => void} insights  insights of that conversation changed; null: of any
 * @property {() => void} reminders  the user's reminders of insights changed, or one fired
 * @property {(moved: {conversation: string | null}) => void} assistant  topics about that conversation changed; null: about all
 * @property {(screen: {path: string, writes: boolean}) => void} open  a notification was pressed; `writes`: the user wants to write there
 * @property {() => void} update  a new version of the shell waits
 * @property {(error: Refusal) => void} error
 *
 * @typedef {object} Client  the whole shell
 * @property {"starting" | "signedOut" | "restricted" | "signedIn"} phase  restricted: the server wants a second factor to be set up first
 * @property {Profile | null} profile
 * @property {Refusal | null} ended  why the session ended, unless the user ended it
 * @property {Connection} connection
 * @property {{unread: number, rows: ConversationRow[]}} conversations
 * @property {(search: {query: string, order: "best" | "newest", cursor: string | null}) => Promise<SearchAnswer>} search  over the messages of all
 *   conversations; throws a Refusal that names the invalid part
 * @property {(filter: string) => ConversationRow[]} find  the core's filter over title, people and last message
 * @property {(listener: Partial<ClientEvents>) => () => void} subscribe
 * @property {() => Promise<void>} start
 * @property {(account: {name: string, email: string, password: string}) => Promise<void>} signUp  throws a Refusal
 * @property {() => Promise<ServerInfo>} server  the public information of the server; throws a Refusal
 * @property {(setup: {name: string, email: string, password: string, code: string, team: string, join: "invited" | "everyone"}) => Promise<void>} setUp
 *   throws a Refusal
 * @property {(token: string) => Promise<InvitationPreview>} invitation  the preview of an invitation; throws a Refusal
 * @property {(joining: {token: string, name: string, email: string, password: string}) => Promise<void>} join  throws a Refusal
 * @property {(claiming: {token: string, name: string, email: string, password: string}) => Promise<void>} claim  throws a Refusal
 * @property {(email: string) => Promise<void>} forgotPassword  asks for a reset link by e-mail; throws a Refusal
 * @property {(email: string) => Promise<void>} askToJoin  asks for a link that joins by e-mail; throws a Refusal
 * @property {(token: string) => Promise<{email: string}>} confirmEmail  confirms a new address with its link's token; throws a Refusal
 * @property {(token: string) => Promise<ResetPreview>} passwordReset  the preview of a reset link; throws a Refusal
 * @property {(reset: {token: string, user: string, name: string, email: string, password: string, code?: string}) => Promise<void>} resetPassword
 * @property {(start: {provider: string, invitation?: string}) => Promise<import("./wire.js").ProviderStarted>} startProvider  throws a Refusal
 * @property {(answer: {provider: string, state: string, code?: string, error?: string, iss?: string, secondFactor?: string}) => Promise<void>} finishProvider
 *   signs in, even if that user is signed in; throws a Refusal
 * @property {(account: {email: string, password: string, code?: string}) => Promise<void>} signIn  throws a Refusal
 * @property {() => Promise<import("./wire.js").PasskeyChallenge>} passkeyChallenge  what a passkey signs to sign in; throws a Refusal
 * @property {(passkey: import("./wire.js").PasskeyAssertion) => Promise<void>} signInWithPasskey  throws a Refusal
 * @property {() => Promise<void>} secured  tells that the second factor that the team requires is on
 * @property {() => Promise<void>} signOut
 * @property {() => Promise<SessionRow[]>} sessions
 * @property {(session: string) => Promise<void>} revoke
 * @property {(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: object) => Promise<any>} ask  a request
 *   to the server with the session, past the core (docs/api.md); throws a Refusal. One that needs a fresh proof of identity is
 *   repeated once the person has given it
 * @property {(picture: Blob) => Promise<string>} uploadPicture  at once, for administration; resolves to its identifier; throws a Refusal
 * @property {(prove: () => Promise<boolean>) => void} proveWith  how the person is asked for that proof; resolves to whether they gave it
 * @property {(media: string, size: 96 | 800) => Promise<string>} pictureAddress  of the picture of a person or a group
 * @property {(query: string, cursor?: string | null) => Promise<PeoplePage>} people  by name; the first page, or that after a cursor
 * @property {(change: {name?: string, about?: string, picture?: Blob | null, showsPresence?: boolean, showsReceipts?: boolean,
 *   showsAI?: boolean, notifications?: import("./wire.js").NotificationChange}) => Promise<void>} updateProfile  null removes the picture
 * @property {Relation[]} relations  favourites and blocked people, by name
 * @property {(conversation: string, change: SettingsChange) => Promise<void>} settle  for the user alone, on all devices
 * @property {(user: string, change: {favourite?: boolean, blocked?: boolean}) => Promise<void>} relate
 * @property {(conversation: string) => Promise<void>} markRead
 * @property {(selection: InsightSelection) => Promise<InsightListing | null>} insights  on this device, offline too; null: only the server has some
 * @property {(operation: InsightOperation) => Promise<void>} changeInsights  for all members, offline too
 * @property {(other: Person) => Promise<string>} createDirect  resolves to the conversation's id, offline too
 * @property {(title: string, people: Person[]) => Promise<string>} createGroup
 * @property {(conversation: string) => Promise<Chat>} openChat
 * @property {(person: string) => PresenceState} presence
 * @property {() => void} dismissBanner
 * @property {() => void} applyUpdate  starts the waiting version: reloads
 */

export {};
