// @ts-check
// The types of the wire (docs/protocol.md, docs/api.md). Generated from NexusCore by `make web-types`: do not edit.

/**
 * @typedef {object} AccountAddition
 * @property {string} name
 * @property {string} email
 *
 * @typedef {object} AccountChange
 * @property {boolean} [suspended]
 * @property {boolean} [administrator]
 * @property {string} [note]
 *
 * @typedef {object} AccountList
 * @property {AdministeredAccount[]} accounts
 * @property {string} [cursor]
 *
 * @typedef {object} Acknowledgement
 * @property {string} operation
 * @property {number} seq
 * @property {number} at  milliseconds since 1970
 *
 * @typedef {object} AdministeredAccount
 * @property {User} user
 * @property {boolean} administrator
 * @property {number} [suspendedAt]  milliseconds since 1970
 * @property {boolean} [secondFactor]
 * @property {number} [deletesAt]  milliseconds since 1970
 * @property {number} [lastUsedAt]  milliseconds since 1970
 * @property {number} [sessions]
 *
 * @typedef {object} AdministeredDeletion
 * @property {"keep" | "delete"} messages
 * @property {boolean} [atOnce]
 * @property {string} [note]
 *
 * @typedef {object} AssistantAnswer
 * @property {"quotes" | "written" | "notFound"} kind
 * @property {AssistantAnswerStatement[]} [statements]
 * @property {Citation[]} citations
 * @property {string} [model]
 * @property {string} [notice]
 *
 * @typedef {object} AssistantAnswerStatement
 * @property {string} text
 * @property {number[]} citations
 *
 * @typedef {{type: "began", topic: string, readAs?: string}
 *   | {type: "citation", citation: Citation}
 *   | {type: "text", text: string}
 *   | {type: "finished", topic: string, exchange: AssistantExchange}
 *   | {type: "failed", error: Refusal}} AssistantEvent
 *
 * @typedef {object} AssistantExchange
 * @property {number} number
 * @property {string} question
 * @property {string} [readAs]
 * @property {number} askedAt  milliseconds since 1970
 * @property {AssistantAnswer} answer
 *
 * @typedef {object} AssistantQuestion
 * @property {string} text
 * @property {string} [topic]
 * @property {string} [conversation]
 * @property {number} [utcOffset]
 *
 * @typedef {object} AssistantThread
 * @property {AssistantTopic} topic
 * @property {AssistantExchange[]} exchanges
 *
 * @typedef {object} AssistantTopic
 * @property {string} id
 * @property {string} [conversation]
 * @property {string} title
 * @property {number} changedAt  milliseconds since 1970
 * @property {number} count
 *
 * @typedef {object} Attachment
 * @property {string} media
 * @property {"image" | "file" | "voice"} kind
 * @property {string} name
 * @property {string} type
 * @property {number} bytes
 * @property {number} [width]
 * @property {number} [height]
 * @property {number} [duration]
 * @property {number[]} [waveform]
 *
 * @typedef {object} AuditEntry
 * @property {number} number
 * @property {number} at  milliseconds since 1970
 * @property {User} actor
 * @property {"message.remove" | "report.dismiss" | "account.suspend" | "account.restore" | "administrator.appoint" | "administrator.discharge" | "server.set-up" | "policy.change" | "account.add" | "account.join" | "invitation.create" | "invitation.revoke" | "invitation.use" | "password.change" | "email.change" | "password.link" | "password.reset" | "second-factor.add" | "second-factor.remove" | "recovery-code.use" | "recovery-code.renew" | "passkey.add" | "passkey.remove" | "passkey.refuse" | "sign-in.success" | "sign-in.failure" | "session.end" | "deletion.schedule" | "deletion.cancel" | "account.delete" | "groups.transfer" | "data.export" | "retention.set" | "provider.connect" | "provider.disconnect"} act
 * @property {User} subject
 * @property {string} [report]
 * @property {string} [note]
 * @property {string} [session]
 * @property {number} [count]
 * @property {number} [since]  milliseconds since 1970
 *
 * @typedef {object} AuditPage
 * @property {AuditEntry[]} entries
 * @property {number} [next]
 *
 * @typedef {object} Citation
 * @property {string} message
 * @property {string} conversation
 * @property {string} title
 * @property {number} seq
 * @property {string} sender
 * @property {string} senderName
 * @property {number} writtenAt  milliseconds since 1970
 * @property {string} excerpt
 * @property {number} [match]
 * @property {string} [kind]
 * @property {string} [note]
 * @property {string} [reason]
 * @property {"current" | "edited" | "gone"} state
 *
 * @typedef {object} ClaimRequest
 * @property {string} token
 * @property {string} password
 * @property {string} device
 *
 * @typedef {{type: "operation", operation: Operation}
 *   | {type: "discover", since?: number, insights?: number}
 *   | {type: "changes", conversation: string, after: number}
 *   | {type: "page", conversation: string, before?: number, around?: number, limit: number}
 *   | {type: "own", after: number}
 *   | {type: "insights", conversation: string, after: number}
 *   | {type: "typing", conversation: string, active: boolean}
 *   | {type: "activity", active: boolean}} ClientFrame
 *
 * @typedef {object} ConnectedProvider
 * @property {SignInProvider} provider
 * @property {string} [email]
 * @property {number} connectedAt  milliseconds since 1970
 *
 * @typedef {object} ConnectedProviders
 * @property {ConnectedProvider[]} connected
 * @property {boolean} hasPassword
 *
 * @typedef {object} Conversation
 * @property {string} id
 * @property {"direct" | "group"} kind
 * @property {string} [title]
 * @property {string} creator
 * @property {number} createdAt  milliseconds since 1970
 * @property {boolean} [ai]
 * @property {string} [about]
 * @property {string} [picture]
 * @property {number} changed
 *
 * @typedef {object} ConversationSettings
 * @property {string} conversation
 * @property {number} [mutedUntil]  milliseconds since 1970
 * @property {number} [archivedThrough]
 * @property {number} [clearedThrough]
 * @property {number[]} [hidden]
 * @property {boolean} [pinned]
 * @property {boolean} [markedUnread]
 * @property {string} [draft]
 * @property {"default" | "all" | "mentions" | "nothing"} [level]
 * @property {boolean} [sound]
 * @property {number} changed
 *
 * @typedef {object} ConversationSummary
 * @property {number} messages
 * @property {number} read
 * @property {number} through
 * @property {AssistantAnswerStatement[]} [statements]
 * @property {Citation[]} points
 * @property {string} [model]
 * @property {string} [notice]
 *
 * @typedef {object} CookieRefreshRequest
 * @property {string} [attempt]
 *
 * @typedef {object} CookieSignedIn
 * @property {string} session
 * @property {Profile} profile
 * @property {number} expiresIn
 * @property {boolean} [needsSecondFactor]
 *
 * @typedef {object} DeletionRequest
 * @property {string} [password]
 * @property {string} [code]
 * @property {"keep" | "delete"} messages
 *
 * @typedef {object} DeletionState
 * @property {number} [deletesAt]  milliseconds since 1970
 * @property {"keep" | "delete"} messages
 *
 * @typedef {object} EmailChange
 * @property {string} email
 *
 * @typedef {object} ErrorBody
 * @property {Refusal} error
 *
 * @typedef {object} ExportState
 * @property {"none" | "making" | "ready" | "failed"} state
 * @property {string} [id]
 * @property {number} done
 * @property {number} total
 * @property {number} [bytes]
 * @property {number} [expiresAt]  milliseconds since 1970
 * @property {string} [message]
 *
 * @typedef {object} Forward
 * @property {string} user
 * @property {string} name
 * @property {string} [message]
 *
 * @typedef {object} GroupEvent
 * @property {"title" | "about" | "picture" | "noPicture" | "face" | "added" | "removed" | "left"} kind
 * @property {string} [text]
 * @property {string[]} [users]
 * @property {number} [retentionDays]
 *
 * @typedef {object} GroupTransfer
 * @property {string} to
 * @property {string} [note]
 *
 * @typedef {object} InsightChange
 * @property {"open" | "suggestedDone" | "done" | "dismissed" | "cancelled"} [state]
 * @property {string} [text]
 * @property {string | null} [assignee]
 * @property {string | null} [due]
 * @property {string} [zone]
 * @property {"high" | "medium" | "low"} [level]
 * @property {boolean} [undo]
 *
 * @typedef {object} InsightFile
 * @property {string} name
 * @property {string} type
 * @property {string} text
 *
 * @typedef {object} InsightMerge
 * @property {string} insight
 * @property {string} other
 * @property {string} [text]
 *
 * @typedef {object} InsightPage
 * @property {InsightRecord[]} insights
 * @property {string} [cursor]
 * @property {number} open
 * @property {boolean} [partial]
 *
 * @typedef {object} InsightRecord
 * @property {string} [id]
 * @property {string} conversation
 * @property {string} message
 * @property {number} seq
 * @property {"action" | "decision" | "deadline" | "priority"} kind
 * @property {string} text
 * @property {InsightRecordPerson} [assignee]
 * @property {InsightRecordDue} [due]
 * @property {"high" | "medium" | "low"} level
 * @property {"open" | "suggestedDone" | "done" | "dismissed" | "cancelled"} state
 * @property {boolean} [confirmed]
 * @property {string} [saidBy]
 * @property {InsightRecordPerson} [changedBy]
 * @property {number} [changedAt]  milliseconds since 1970
 * @property {InsightRecordPerson} sender
 * @property {number} writtenAt  milliseconds since 1970
 * @property {string} excerpt
 * @property {"confirmed" | "likely" | "suggested"} [certainty]
 * @property {boolean} [made]
 * @property {InsightRecordPerson} [madeBy]
 * @property {InsightRecordEvent[]} [events]
 * @property {string} [replaces]
 * @property {InsightRecordEvidence} [evidence]
 *
 * @typedef {object} InsightRecordDue
 * @property {string} at
 * @property {string} zone
 * @property {boolean} [serverZone]
 *
 * @typedef {object} InsightRecordEvent
 * @property {"accepted" | "refused" | "moved" | "reassigned" | "repeated" | "done" | "cancelled"} kind
 * @property {string} message
 * @property {InsightRecordPerson} person
 * @property {string} [due]
 * @property {InsightRecordPerson} [assignee]
 *
 * @typedef {object} InsightRecordEvidence
 * @property {number} start
 * @property {number} length
 *
 * @typedef {object} InsightRecordPerson
 * @property {string} id
 * @property {string} name
 *
 * @typedef {object} InsightSplit
 * @property {string} insight
 * @property {string} id
 * @property {string} text
 * @property {string} [rest]
 *
 * @typedef {object} Inventory
 * @property {number} accounts
 * @property {number} administrators
 * @property {number} suspended
 * @property {number} unclaimed
 * @property {number} sessions
 * @property {number} conversations
 * @property {number} messages
 * @property {number} files
 * @property {number} databaseBytes
 * @property {number} mediaBytes
 * @property {number} [freeBytes]
 *
 * @typedef {object} Invitation
 * @property {string} id
 * @property {User} creator
 * @property {User} [person]
 * @property {string} [email]
 * @property {InvitedConversation[]} [conversations]
 * @property {number} uses
 * @property {number} usesLeft
 * @property {number} createdAt  milliseconds since 1970
 * @property {number} expiresAt  milliseconds since 1970
 *
 * @typedef {object} InvitationList
 * @property {Invitation[]} invitations
 *
 * @typedef {object} InvitationPreview
 * @property {string} [team]
 * @property {string} creator
 * @property {User} [person]
 * @property {string} [email]
 * @property {InvitedConversation[]} [conversations]
 * @property {number} expiresAt  milliseconds since 1970
 *
 * @typedef {object} InvitationRequest
 * @property {number} uses
 * @property {number} days
 * @property {string[]} [conversations]
 * @property {string} [person]
 *
 * @typedef {object} InvitationToken
 * @property {string} token
 *
 * @typedef {object} InvitedConversation
 * @property {string} id
 * @property {string} title
 *
 * @typedef {object} JoinRequest
 * @property {string} token
 * @property {SignUpRequest} account
 *
 * @typedef {object} LanguageModelState
 * @property {boolean} on
 * @property {string} [model]
 * @property {number} requests
 * @property {number} requestLimit
 * @property {number} tokens
 * @property {number} tokenLimit
 * @property {number} renewsAt  milliseconds since 1970
 * @property {Money} [cost]
 * @property {Money} [costLimit]
 *
 * @typedef {object} LedgerEntry
 * @property {number} number
 * @property {number} at  milliseconds since 1970
 * @property {User} user
 * @property {string} purpose
 * @property {string} model
 * @property {number} messages
 * @property {number} inputTokens
 * @property {number} outputTokens
 * @property {string} outcome
 * @property {number} took
 * @property {Money} [cost]
 *
 * @typedef {object} LedgerPage
 * @property {LedgerEntry[]} entries
 *
 * @typedef {object} Media
 * @property {string} id
 * @property {string} name
 * @property {string} type
 * @property {number} bytes
 * @property {number} [width]
 * @property {number} [height]
 *
 * @typedef {object} Member
 * @property {string} user
 * @property {string} name
 * @property {string} [picture]
 * @property {"member" | "owner" | "admin"} role
 * @property {boolean} [left]
 * @property {number} joined
 * @property {number} read
 * @property {number} delivered
 * @property {number} changed
 *
 * @typedef {object} Mention
 * @property {string} user
 * @property {number} start
 * @property {number} length
 *
 * @typedef {object} Message
 * @property {string} id
 * @property {string} conversation
 * @property {number} seq
 * @property {number} [changed]
 * @property {string} sender
 * @property {string} text
 * @property {Mention[]} [mentions]
 * @property {Attachment[]} [attachments]
 * @property {number} writtenAt  milliseconds since 1970
 * @property {number} [editedAt]  milliseconds since 1970
 * @property {number} [deletedAt]  milliseconds since 1970
 * @property {string} [replyTo]
 * @property {Reaction[]} [reactions]
 * @property {Pin} [pin]
 * @property {Forward} [forward]
 * @property {GroupEvent} [event]
 *
 * @typedef {object} MessageVersion
 * @property {string} text
 * @property {Mention[]} [mentions]
 * @property {number} at  milliseconds since 1970
 *
 * @typedef {object} Money
 * @property {number} millionths
 * @property {string} currency
 *
 * @typedef {object} MovedEntry
 * @property {string} conversation
 * @property {number} head
 * @property {boolean} [left]
 * @property {number} [lastAt]  milliseconds since 1970
 *
 * @typedef {object} MovedInsights
 * @property {number} through
 * @property {string[]} [conversations]
 *
 * @typedef {object} NewInsight
 * @property {string} id
 * @property {string} message
 * @property {"action" | "decision" | "deadline" | "priority"} kind
 * @property {string} [text]
 * @property {string} [assignee]
 * @property {string} [due]
 * @property {string} [zone]
 * @property {"high" | "medium" | "low"} [level]
 *
 * @typedef {object} NewInvitation
 * @property {Invitation} invitation
 * @property {string} token
 *
 * @typedef {object} NotificationChange
 * @property {"all" | "mentions" | "nothing"} [direct]
 * @property {"all" | "mentions" | "nothing"} [groups]
 * @property {string[]} [keywords]
 * @property {QuietHours} [quiet]
 * @property {boolean} [urgentPasses]
 * @property {number} [delay]
 * @property {boolean} [hidesContent]
 * @property {"off" | "15m" | "1h" | "daily"} [mail]
 *
 * @typedef {object} NotificationSettings
 * @property {"all" | "mentions" | "nothing"} [direct]
 * @property {"all" | "mentions" | "nothing"} [groups]
 * @property {string[]} [keywords]
 * @property {QuietHours} [quiet]
 * @property {boolean} [urgentPasses]
 * @property {number} [delay]
 * @property {boolean} [hidesContent]
 * @property {"off" | "15m" | "1h" | "daily"} [mail]
 *
 * @typedef {{id: string} & OperationKind} Operation
 *
 * @typedef {{kind: "post", conversation: string, text: string, mentions?: Mention[], attachments?: Attachment[], writtenAt: number, replyTo?: string, forward?: Forward}
 *   | {kind: "receipt", conversation: string, read: number, delivered: number}
 *   | {kind: "react", conversation: string, message: string, emoji: string, on: boolean}
 *   | {kind: "edit", conversation: string, message: string, text: string, mentions?: Mention[]}
 *   | {kind: "delete", conversation: string, messages: string[]}
 *   | {kind: "pin", conversation: string, message: string, on: boolean}
 *   | {kind: "createDirect", conversation: string, user: string}
 *   | {kind: "createGroup", conversation: string, title: string, users: string[]}
 *   | {kind: "rename", conversation: string, title: string}
 *   | {kind: "setAI", conversation: string, on: boolean}
 *   | {kind: "describe", conversation: string, about?: string, picture?: string | null}
 *   | {kind: "addMembers", conversation: string, users: string[]}
 *   | {kind: "removeMember", conversation: string, user: string}
 *   | {kind: "setRole", conversation: string, user: string, role: "member" | "owner" | "admin"}
 *   | {kind: "leave", conversation: string}
 *   | {kind: "dissolve", conversation: string}
 *   | {kind: "updateProfile", name?: string, about?: string, picture?: string | null, showsPresence?: boolean, showsReceipts?: boolean, showsAI?: boolean, notifications?: NotificationChange}
 *   | {kind: "updateSettings", conversation: string, mutedUntil?: number, archivedThrough?: number, clearedThrough?: number, hidden?: number[], pinned?: boolean, markedUnread?: boolean, draft?: string, level?: "default" | "all" | "mentions" | "nothing", sound?: boolean}
 *   | {kind: "updateRelation", user: string, favourite?: boolean, blocked?: boolean}
 *   | {kind: "changeInsight", conversation: string, insight: string, change: InsightChange}
 *   | {kind: "makeInsight", conversation: string, insight: NewInsight}
 *   | {kind: "splitInsight", conversation: string, split: InsightSplit}
 *   | {kind: "mergeInsights", conversation: string, merge: InsightMerge}
 *   | {kind: "report", conversation: string, message: string, reason: string}} OperationKind
 *
 * @typedef {object} Passkey
 * @property {string} id
 * @property {string} name
 * @property {number} createdAt  milliseconds since 1970
 * @property {number} [lastUsedAt]  milliseconds since 1970
 * @property {boolean} [synced]
 *
 * @typedef {object} PasskeyAssertion
 * @property {string} id
 * @property {string} clientData
 * @property {string} authenticatorData
 * @property {string} signature
 * @property {string} [user]
 *
 * @typedef {object} PasskeyChallenge
 * @property {string} challenge
 * @property {string} host
 * @property {string[]} [known]
 *
 * @typedef {object} PasskeyCreation
 * @property {string} challenge
 * @property {string} host
 * @property {string} hostName
 * @property {string} user
 * @property {string} email
 * @property {string} userName
 * @property {number[]} algorithms
 * @property {string[]} [known]
 *
 * @typedef {object} PasskeyList
 * @property {Passkey[]} passkeys
 *
 * @typedef {object} PasskeyRegistration
 * @property {string} name
 * @property {string} clientData
 * @property {string} attestation
 *
 * @typedef {object} PasskeySignIn
 * @property {PasskeyAssertion} passkey
 * @property {string} device
 *
 * @typedef {object} PasswordChange
 * @property {string} password
 * @property {string} newPassword
 * @property {boolean} [endOthers]
 *
 * @typedef {object} PasswordReset
 * @property {string} token
 * @property {string} password
 * @property {string} device
 * @property {string} [code]
 *
 * @typedef {object} PeopleList
 * @property {User[]} people
 * @property {string} [cursor]
 *
 * @typedef {object} Pin
 * @property {string} user
 * @property {number} at  milliseconds since 1970
 *
 * @typedef {object} PinnedList
 * @property {Message[]} messages
 *
 * @typedef {object} PolicyChange
 * @property {string} [team]
 * @property {"invited" | "everyone"} [join]
 * @property {"members" | "administrators"} [invite]
 * @property {boolean} [secondFactor]
 * @property {boolean} [keepsMessages]
 * @property {number} [retentionDays]
 * @property {boolean} [hidesEmails]
 * @property {boolean} [hidesNotifications]
 * @property {string[]} [domains]
 * @property {string | null} [picture]
 *
 * @typedef {object} Presence
 * @property {string} user
 * @property {boolean} online
 * @property {number} [lastSeen]  milliseconds since 1970
 *
 * @typedef {object} Profile
 * @property {User} user
 * @property {boolean} showsPresence
 * @property {boolean} [showsReceipts]
 * @property {boolean} [showsAI]
 * @property {NotificationSettings} [notifications]
 * @property {boolean} [administrator]
 * @property {number} [security]
 * @property {number} [deletesAt]  milliseconds since 1970
 *
 * @typedef {object} ProofRequest
 * @property {string} [password]
 * @property {string} [code]
 * @property {PasskeyAssertion} [passkey]
 *
 * @typedef {object} ProofState
 * @property {number} until  milliseconds since 1970
 * @property {boolean} [password]
 * @property {boolean} [code]
 * @property {boolean} [passkey]
 *
 * @typedef {object} ProviderAnswer
 * @property {string} state
 * @property {string} [code]
 * @property {string} [error]
 * @property {string} [iss]
 * @property {string} [verifier]
 * @property {string} [secondFactor]
 *
 * @typedef {object} ProviderReport
 * @property {ProviderState[]} providers
 * @property {boolean} [passwords]
 *
 * @typedef {object} ProviderStart
 * @property {string} device
 * @property {string} [invitation]
 * @property {string} [challenge]
 * @property {number} [port]
 *
 * @typedef {object} ProviderStarted
 * @property {string} url
 * @property {string} state
 *
 * @typedef {object} ProviderState
 * @property {SignInProvider} provider
 * @property {string} issuer
 * @property {string} redirect
 * @property {string} [problem]
 * @property {number} [checkedAt]  milliseconds since 1970
 *
 * @typedef {object} PushInfo
 * @property {string} [key]
 * @property {string[]} services
 * @property {boolean} [hidesContent]
 *
 * @typedef {object} PushRegistered
 * @property {boolean} registered
 *
 * @typedef {object} PushRegistration
 * @property {string} service
 * @property {string} address
 * @property {string} [key]
 * @property {string} [secret]
 *
 * @typedef {object} PushReport
 * @property {string[]} services
 * @property {number} devices
 * @property {number} sent
 * @property {PushReportFailure[]} failures
 * @property {number} waiting
 * @property {number} [oldest]  milliseconds since 1970
 *
 * @typedef {object} PushReportFailure
 * @property {string} reason
 * @property {number} count
 *
 * @typedef {object} PushTest
 * @property {PushTestStep[]} steps
 *
 * @typedef {object} PushTestStep
 * @property {string} name
 * @property {boolean} ok
 * @property {string} text
 *
 * @typedef {object} QuietHours
 * @property {number} start
 * @property {number} end
 *
 * @typedef {object} Reaction
 * @property {string} emoji
 * @property {string[]} users
 *
 * @typedef {object} Reading
 * @property {string} user
 * @property {number} at  milliseconds since 1970
 *
 * @typedef {object} ReadingList
 * @property {Reading[]} readings
 *
 * @typedef {object} Refusal
 * @property {string} code
 * @property {string} message
 * @property {number} [retryAfter]
 *
 * @typedef {object} Relation
 * @property {string} user
 * @property {string} name
 * @property {boolean} [favourite]
 * @property {boolean} [blocked]
 * @property {number} changed
 *
 * @typedef {object} Reminder
 * @property {string} insight
 * @property {string} conversation
 * @property {string} message
 * @property {"action" | "decision" | "deadline" | "priority"} kind
 * @property {string} text
 * @property {number} at  milliseconds since 1970
 * @property {number} [firedAt]  milliseconds since 1970
 *
 * @typedef {object} ReminderList
 * @property {Reminder[]} reminders
 *
 * @typedef {object} ReminderRequest
 * @property {number} [at]  milliseconds since 1970
 * @property {"hour" | "evening" | "tomorrow" | "due"} [when]
 * @property {string} [zone]
 *
 * @typedef {object} Report
 * @property {string} id
 * @property {"open" | "removed" | "dismissed"} state
 * @property {User} reporter
 * @property {User} sender
 * @property {string} conversation
 * @property {string} message
 * @property {string} text
 * @property {string} reason
 * @property {number} reportedAt  milliseconds since 1970
 *
 * @typedef {object} ReportList
 * @property {Report[]} reports
 *
 * @typedef {object} ReportResolution
 * @property {"open" | "removed" | "dismissed"} state
 * @property {string} [note]
 *
 * @typedef {object} ResetLink
 * @property {string} token
 * @property {number} expiresAt  milliseconds since 1970
 *
 * @typedef {object} ResetPreview
 * @property {User} user
 * @property {number} expiresAt  milliseconds since 1970
 *
 * @typedef {object} ResetRequest
 * @property {boolean} [removeSecondFactor]
 *
 * @typedef {object} ResetToken
 * @property {string} token
 *
 * @typedef {object} Retention
 * @property {number} days
 * @property {number} [serverDays]
 *
 * @typedef {object} SearchAnswer
 * @property {SearchResult[]} results
 * @property {string} [cursor]
 * @property {boolean} [partial]
 * @property {boolean} [byMeaning]
 *
 * @typedef {object} SearchRequest
 * @property {string} query
 * @property {"newest" | "best"} order
 * @property {number} limit
 * @property {string} [cursor]
 * @property {number} [utcOffset]
 *
 * @typedef {object} SearchResult
 * @property {string} conversation
 * @property {string} message
 * @property {number} seq
 * @property {string} sender
 * @property {string} senderName
 * @property {number} writtenAt  milliseconds since 1970
 * @property {SearchSnippet} snippet
 *
 * @typedef {object} SearchSnippet
 * @property {string} text
 * @property {[number, number][]} marks
 *
 * @typedef {{type: "change", conversation: string, seq: number, info?: Conversation, members?: Member[], messages?: Message[]}
 *   | {type: "ack", operation: string, seq: number, at: number}
 *   | {type: "changes", conversation: string, after: number, cursor: number, head: number, reset?: boolean, oldest?: number, unread: number, mentions?: number, epoch?: string, info?: Conversation, members?: Member[], messages?: Message[]}
 *   | {type: "page", conversation: string, from: number, through: number, head: number, epoch?: string, messages: Message[]}
 *   | {type: "moved", time: number, conversations: MovedEntry[], more?: boolean, own?: number, epoch?: string, insights?: MovedInsights}
 *   | {type: "own", after: number, cursor: number, head: number, profile?: Profile, settings?: ConversationSettings[], relations?: Relation[]}
 *   | {type: "refusal", operation?: string, conversation?: string, error: Refusal}
 *   | {type: "welcome", session: string, profile: Profile, time: number, epoch?: string, insights?: boolean}
 *   | {type: "typing", conversation: string, user: string, active: boolean}
 *   | {type: "presence", people: Presence[]}
 *   | {type: "insights", conversation: string}
 *   | {type: "insightRows", conversation: string, after: number, cursor: number, ids: string[], rows: InsightRecord[]}
 *   | {type: "assistant", conversation?: string}
 *   | {type: "reminders"}
 *   | {type: "lagged"}
 *   | {type: "renew", socket: string}} ServerFrame
 *
 * @typedef {object} ServerInfo
 * @property {string} [team]
 * @property {"invited" | "everyone"} join
 * @property {"members" | "administrators"} invite
 * @property {boolean} [needsSetup]
 * @property {boolean} [mail]
 * @property {boolean} [secondFactor]
 * @property {boolean} [passkeys]
 * @property {boolean} [keepsMessages]
 * @property {number} [retentionDays]
 * @property {"invited" | "everyone"} [joinSetting]
 * @property {boolean} [hidesEmails]
 * @property {boolean} [hidesNotifications]
 * @property {string[]} [domains]
 * @property {SignInProvider[]} [providers]
 * @property {boolean} [passwords]
 * @property {string} [picture]
 *
 * @typedef {object} SessionInfo
 * @property {string} id
 * @property {string} device
 * @property {number} createdAt  milliseconds since 1970
 * @property {number} lastUsedAt  milliseconds since 1970
 * @property {boolean} current
 * @property {string} [address]
 * @property {string} [place]
 *
 * @typedef {object} SessionList
 * @property {SessionInfo[]} sessions
 *
 * @typedef {object} SetupRequest
 * @property {string} code
 * @property {SignUpRequest} account
 * @property {string} team
 * @property {"invited" | "everyone"} join
 *
 * @typedef {object} SignInProvider
 * @property {string} name
 * @property {string} title
 *
 * @typedef {object} SignInRequest
 * @property {string} email
 * @property {string} password
 * @property {string} device
 * @property {string} [code]
 *
 * @typedef {object} SignUpRequest
 * @property {string} email
 * @property {string} password
 * @property {string} name
 * @property {string} device
 *
 * @typedef {object} SignedIn
 * @property {string} session
 * @property {Profile} profile
 * @property {string} accessToken
 * @property {number} expiresIn
 * @property {string} refreshToken
 * @property {boolean} [needsSecondFactor]
 *
 * @typedef {object} TopicList
 * @property {AssistantTopic[]} topics
 * @property {string} [model]
 *
 * @typedef {object} TransferredGroups
 * @property {number} transferred
 * @property {number} remaining
 *
 * @typedef {object} UploadRequest
 * @property {string} id
 * @property {string} name
 * @property {number} bytes
 * @property {string} type
 * @property {string} [sha256]
 *
 * @typedef {object} UploadState
 * @property {string} id
 * @property {number} offset
 * @property {number} bytes
 * @property {boolean} [finished]
 *
 * @typedef {object} User
 * @property {string} id
 * @property {string} name
 * @property {string} email
 * @property {string} [about]
 * @property {string} [picture]
 * @property {boolean} [unclaimed]
 * @property {boolean} [suspended]
 *
 * @typedef {object} VersionList
 * @property {MessageVersion[]} versions
 *
 * @typedef {object} ZoneNotice
 * @property {string} zone
 */

export {};
