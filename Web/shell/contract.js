// @ts-check
// The interface between views and shell: types alone. Leading and following tabs implement the same.

/**
 * @typedef {object} InvitationPreview  as POST /v1/invitations/look answers
 * @property {string} [team]
 * @property {string} creator
 * @property {{id: string, name: string, email: string}} [person]  whose account the invitation opens
 * @property {{id: string, title: string}[]} [conversations]
 * @property {number | string} expiresAt
 */

/**
 * @typedef {object} ResetPreview  as POST /v1/password/look answers
 * @property {{id: string, name: string, email: string}} user  whose password the link sets
 * @property {number | string} expiresAt
 */

/**
 * @typedef {object} ServerInfo  as GET /v1/server answers
 * @property {string} [team]
 * @property {string} join  "invited" or "everyone"
 * @property {string} invite  "members" or "administrators"
 * @property {boolean} [needsSetup]
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
 * @property {string} [about]  what they say of themself
 * @property {string} [picture]  a medium; left out where they show none
 *
 * @typedef {Person & {email: string, showsPresence: boolean, showsReceipts: boolean, showsAI: boolean, administrator?: boolean}} Profile
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
 * @property {number} mentions  of the unread messages, those that mention the person
 * @property {string[]} typing
 * @property {number} waiting
 * @property {number} failed
 * @property {string[]} memberNames
 * @property {boolean} pinned
 * @property {number} [mutedUntil]  milliseconds since 1970; left out where it is not muted
 * @property {boolean} archived  put away until something new comes
 * @property {boolean} markedUnread
 * @property {string} draft  typed and not sent, on whichever device
 * @property {boolean} lastIsFolded  the last message is of somebody who is blocked
 *
 * @typedef {object} SettingsChange  what is left out stays as it is
 * @property {number} [mutedUntil]  milliseconds since 1970; 0 for no longer, `forGood` for always
 * @property {boolean} [archived]
 * @property {true} [cleared]  deletes what is there for oneself alone
 * @property {boolean} [pinned]
 * @property {boolean} [markedUnread]
 *
 * @typedef {object} Relation  how the person stands to somebody
 * @property {string} user
 * @property {string} name
 * @property {boolean} [favourite]
 * @property {boolean} [blocked]
 *
 * @typedef {object} Quote  of the message that a row answers, in its present state
 * @property {string} message
 * @property {"shown" | "deleted" | "hidden" | "folded" | "missing"} state  hidden: one has deleted it for oneself; missing: not on this device; `fetchQuoted` brings it
 * @property {string | null} sender
 * @property {string} senderName
 * @property {string} text  its beginning
 *
 * @typedef {object} ReactionRow  what people reacted with one emoji
 * @property {string} emoji
 * @property {number} count
 * @property {boolean} mine  one's own is among them, or waits to be
 * @property {string[]} names  of the first of the others
 *
 * @typedef {{row: "day", key: string, day: number}} DayRow  days since 1970-01-01 where the reader is
 * @typedef {{row: "newMessages", key: string}} NewMessagesRow
 * @typedef {{row: "event", key: string, text: string, writtenAt: number}} EventRow  what was done to the group
 * @typedef {{row: "gap", key: string, from: number, through: number}} GapRow
 * @typedef {object} Attachment
 * @property {string} media
 * @property {"image" | "file" | "voice"} kind
 * @property {string} name
 * @property {string} type
 * @property {number} bytes
 * @property {number} [width]  pixels, where known
 * @property {number} [height]
 * @property {number} [duration]  milliseconds of a recording
 * @property {number[]} [waveform]  loudness over a recording, 0 to 31
 *
 * @typedef {object} OutgoingFile  a file that is to go with a message
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
 * @typedef {object} Media  what messages carry, for the screens of this tab
 * @property {(attachment: {media: string}, size: PictureSize) => Promise<string>} address  for an element to show; null is the whole
 * @property {(attachment: Attachment, waiting?: (milliseconds: number) => void) => Promise<void>} download  throws a Refusal; waiting: told
 *   where the server's limits ask to wait
 *
 * @typedef {object} TextPiece
 * @property {string} text
 * @property {string} style  letters: b bold, i italic, s struck through, c code, m names somebody
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
 * @property {string} text  as it was typed, with the names of today
 * @property {TextBlock[] | null} format  how it is shown; null where it is shown as typed
 * @property {string[]} mentions  whom `text` mentions
 * @property {boolean} mentionsMe  it is somebody else's and mentions the person
 * @property {Attachment[]} attachments
 * @property {number} writtenAt
 * @property {number | null} editedAt
 * @property {boolean} deleted
 * @property {boolean} folded  of somebody who is blocked: shown only when asked for
 * @property {Quote | null} quote
 * @property {ReactionRow[]} reactions
 * @property {string | null} pinnedBy  the name of whoever pinned it; null while it is not pinned
 * @property {string | null} forwardedFrom  the name of whoever said it first
 * @property {boolean} pendingChange
 * @property {"pending" | "sending" | "sent" | "delivered" | "read" | "failed" | null} status
 * @property {string | null} receiptText  "read by 3 of 5"
 * @property {Refusal | null} refusal
 * @property {boolean} continues  the group of the row before
 * @typedef {DayRow | NewMessagesRow | GapRow | EventRow | MessageRow} TimelineRow
 *
 * @typedef {object} Splice  a change of a chat's rows, applied in order: at `at`, take out `remove` rows, put in `rows`
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
 * @property {boolean} presenceKnown  whether `online` and `lastSeen` say anything: not while there is no connection
 * @property {boolean} mayRemove  by the person whose screen it is
 * @property {("owner" | "admin" | "member")[]} mayBecome  what that person may make of them
 *
 * @typedef {object} ChatHeader
 * @property {string} id
 * @property {"direct" | "group"} kind
 * @property {string} title
 * @property {string | null} other
 * @property {string} [picture]  the group's, or the other person's
 * @property {string} about  what a group is for
 * @property {boolean} online
 * @property {number | null} lastSeen
 * @property {boolean} presenceKnown  of the other person; not while there is no connection
 * @property {string[]} typing  names
 * @property {MemberRow[]} members  those who are in it now
 * @property {boolean} gone  no longer a member, or it was dissolved
 * @property {{rename: boolean, describe: boolean, addMembers: boolean, deleteOthers: boolean, leave: boolean, dissolve: boolean,
 *   pin: boolean, setAI: boolean}} may
 * @property {boolean} ai  whether artificial intelligence may read it
 * @property {boolean} pinned
 * @property {number | null} mutedUntil
 * @property {boolean} archived
 * @property {string} draft
 * @property {boolean} blocked  the other person of a direct conversation
 *
 * @typedef {object} ChatEvents
 * @property {(splices: Splice[]) => void} rows
 * @property {() => void} looked  somebody looks again: the line of new messages stands where it belongs now
 * @property {(header: ChatHeader) => void} header
 * @property {(message: string) => void} progress  the upload of what a message carries went on
 * @property {(error: Refusal) => void} error
 * @property {(message: {id: string, isPinned: boolean}) => void} altered  a message, in the rows or not, is not what it was
 *
 * @typedef {object} Chat  one conversation on the screen
 * @property {string} id
 * @property {ChatHeader} header
 * @property {TimelineRow[]} rows  kept current; each splice is applied before it is told. At first those around the first unread message, or the
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
 * @property {(message: string) => Promise<string | null>} jumpTo  loads around a message id or decimal `seq`; gives the row's key, or null
 * @property {() => Promise<void>} jumpToNewest
 * @property {(message: string) => Promise<boolean>} fetchQuoted  brings a message that a row answers; resolves to whether it came
 * @property {(text: string, more?: {replyTo?: string, files?: OutgoingFile[], mentioned?: string[]}) => Promise<void>} send  mentioned: of
 *   several members with one name in the text, those who are meant
 * @property {(message: string, text: string, mentioned?: string[]) => Promise<void>} edit
 * @property {(messages: string[]) => Promise<void>} delete
 * @property {(message: string, emoji: string, on: boolean) => Promise<void>} react
 * @property {(message: string, reason: string) => Promise<void>} report  to the server's administrators
 * @property {(message: string, on: boolean) => Promise<void>} pin  for everybody
 * @property {(messages: string[], conversations: string[]) => Promise<void>} forward  with what they carry
 * @property {(seqs: number[]) => Promise<void>} deleteForMe  on all of one's devices
 * @property {(message: string) => Promise<MessageRow[]>} versions  what it has said, oldest first; `writtenAt` is since when. Throws a
 *   Refusal with no network
 * @property {() => Promise<MessageRow[]>} pins  the one that was pinned last first
 * @property {(message: string) => Promise<void>} retry
 * @property {(message: string) => Promise<void>} discard
 * @property {(seq: number) => void} read  everything up to it has been seen; the shell waits 0.8 s and sends one receipt
 * @property {(active: boolean) => void} typing
 * @property {(text: string) => void} keepDraft
 * @property {(message: string) => Promise<{writtenAt: number, deliveredTo: Person[], readBy: Person[], audience: Person[], reactions: {emoji: string, people: Person[]}[]}>} receipts
 * @property {(title: string) => Promise<void>} rename
 * @property {(on: boolean) => Promise<void>} setAI
 * @property {(change: {about?: string, picture?: Blob | null}) => Promise<void>} describe  null takes the picture away
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
 * @typedef {object} SessionRow
 * @property {string} id
 * @property {string} device
 * @property {number} createdAt
 * @property {number} lastUsedAt
 * @property {boolean} current
 *
 * @typedef {object} SearchResult  a message that was found
 * @property {string} conversation
 * @property {string} message
 * @property {number} seq
 * @property {string} sender
 * @property {string} senderName
 * @property {number} writtenAt
 * @property {{text: string, marks: [number, number][]}} snippet  what was found stands between the two of each mark
 *
 * @typedef {object} SearchAnswer
 * @property {SearchResult[]} results
 * @property {string | null} cursor  for the next page
 * @property {boolean} onDevice  there is no network: only this device was searched
 * @property {boolean} partial  the server is still indexing
 * @property {boolean} byMeaning  the server could also look for what means alike
 *
 * @typedef {object} ClientEvents
 * @property {() => void} session  signed in, signed out, profile changed
 * @property {() => void} connection
 * @property {() => void} conversations
 * @property {(banner: Banner | null) => void} banner  the one to show now; null takes it away
 * @property {(message: {conversation: string, senderName: string, text: string}) => void} arrived
 * @property {(moved: {conversation: string | null}) => void} insights  of that conversation came, changed or went; null: of any
 * @property {(moved: {conversation: string | null}) => void} assistant  topics about that conversation changed; null: about all
 * @property {() => void} update  a new version of the shell waits
 * @property {(error: Refusal) => void} error
 *
 * @typedef {object} Client  the whole shell
 * @property {"starting" | "signedOut" | "signedIn"} phase
 * @property {Profile | null} profile
 * @property {Refusal | null} ended  why the session ended, where the person did not end it
 * @property {Connection} connection
 * @property {{unread: number, rows: ConversationRow[]}} conversations
 * @property {(search: {query: string, order: "best" | "newest", cursor: string | null}) => Promise<SearchAnswer>} search  over the messages of all
 *   conversations; throws a Refusal that names what cannot be understood
 * @property {(filter: string) => ConversationRow[]} find  the core's filter over title, people and last message
 * @property {(listener: Partial<ClientEvents>) => () => void} subscribe
 * @property {() => Promise<void>} start
 * @property {(account: {name: string, email: string, password: string}) => Promise<void>} signUp  throws a Refusal
 * @property {() => Promise<ServerInfo>} server  what the server says of itself to everyone; throws a Refusal
 * @property {(setup: {name: string, email: string, password: string, code: string, team: string, join: "invited" | "everyone"}) => Promise<void>} setUp
 *   throws a Refusal
 * @property {(token: string) => Promise<InvitationPreview>} invitation  what an invitation leads to; throws a Refusal
 * @property {(joining: {token: string, name: string, email: string, password: string}) => Promise<void>} join  throws a Refusal
 * @property {(claiming: {token: string, name: string, email: string, password: string}) => Promise<void>} claim  throws a Refusal
 * @property {(token: string) => Promise<ResetPreview>} passwordReset  whose password a reset link sets; throws a Refusal
 * @property {(reset: {token: string, user: string, name: string, email: string, password: string, code?: string}) => Promise<void>} resetPassword
 *   signs in, also where that user is signed in; throws a Refusal
 * @property {(account: {email: string, password: string, code?: string}) => Promise<void>} signIn  throws a Refusal
 * @property {() => Promise<void>} signOut
 * @property {() => Promise<SessionRow[]>} sessions
 * @property {(session: string) => Promise<void>} revoke
 * @property {(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object) => Promise<any>} ask  the server, with the
 *   session, for what the core has no part in (docs/api.md); throws a Refusal
 * @property {(media: string, size: 96 | 800) => Promise<string>} pictureAddress  of the picture of a person or a group
 * @property {(query: string, cursor?: string | null) => Promise<PeoplePage>} people  by name; the first page, or that after a cursor
 * @property {(change: {name?: string, about?: string, picture?: Blob | null, showsPresence?: boolean, showsReceipts?: boolean,
 *   showsAI?: boolean}) => Promise<void>} updateProfile  null takes the picture away
 * @property {Relation[]} relations  favourites and people who are blocked, by name
 * @property {(conversation: string, change: SettingsChange) => Promise<void>} settle  on all devices, for oneself alone
 * @property {(user: string, change: {favourite?: boolean, blocked?: boolean}) => Promise<void>} relate
 * @property {(conversation: string) => Promise<void>} markRead
 * @property {(other: Person) => Promise<string>} createDirect  gives the conversation's id, offline too
 * @property {(title: string, people: Person[]) => Promise<string>} createGroup
 * @property {(conversation: string) => Promise<Chat>} openChat
 * @property {(person: string) => PresenceState} presence
 * @property {() => void} dismissBanner
 * @property {() => void} applyUpdate  starts the waiting version: reloads
 */

export {};
