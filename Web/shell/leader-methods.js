// @ts-check
// The methods of the leading tab that other tabs call: types alone. Each takes at most one argument, which is plain data.

/**
 * @typedef {import("./contract.js").Attachment} Attachment
 * @typedef {import("./contract.js").MessageRow} MessageRow
 * @typedef {import("./contract.js").Person} Person
 * @typedef {{viewed: string | null, visible: boolean}} Screen  the conversation that a tab shows, and whether the tab is visible
 * @typedef {{key: string}} OfChat  the chat that the tab knows by that key
 * @typedef {{media: string, blob: Blob}[]} Files  the attachments of an operation
 *
 * @typedef {{name: string, email: string, password: string}} NewAccount
 *
 * @typedef {object} PerformRequest
 * @property {string} id  of the operation: one that is queued already is not queued again
 * @property {object} operation
 * @property {{id: string, name: string, email: string, picture?: string}[]} [people]  users that the engine may not know yet
 * @property {string[]} [mentioned]  which members the text mentions, where several have the same name
 * @property {Files} [files]
 *
 * @typedef {object} SearchRequest
 * @property {string} query
 * @property {"best" | "newest"} order
 * @property {number} utcOffset  minutes
 * @property {string} [cursor]
 *
 * @typedef {object} Receipts
 * @property {number} writtenAt
 * @property {Person[]} deliveredTo
 * @property {Person[]} readBy
 * @property {Person[]} audience
 * @property {{emoji: string, people: Person[]}[]} reactions
 *
 * @typedef {object} SessionMethods  answered whether or not a session is there
 * @property {(screen: Screen) => void} attach
 * @property {(screen: Screen) => void} screen
 * @property {(signal: {input: {type: "signOfLife" | "networkLost"}}) => void} signal
 * @property {() => import("./contract.js").ServerInfo} server  the public information of the server
 * @property {(setup: NewAccount & {code: string, team: string, join: "invited" | "everyone"}) => void} setUp
 * @property {(invitation: {token: string}) => import("./contract.js").InvitationPreview} invitation
 * @property {(joining: NewAccount & {token: string}) => void} join
 * @property {(claiming: NewAccount & {token: string}) => void} claim
 * @property {(forgotten: {email: string}) => void} forgotPassword
 * @property {(asking: {email: string}) => void} askToJoin
 * @property {(confirmation: {token: string}) => import("./wire.js").EmailChange} confirmEmail
 * @property {(reset: {token: string}) => import("./contract.js").ResetPreview} passwordReset
 * @property {(reset: NewAccount & {token: string, user: string, code?: string}) => void} resetPassword
 * @property {(account: NewAccount) => void} signUp
 * @property {(account: {email: string, password: string, code?: string}) => void} signIn
 * @property {() => import("./wire.js").PasskeyChallenge} passkeyChallenge
 * @property {(signIn: {passkey: import("./wire.js").PasskeyAssertion}) => void} signInWithPasskey
 * @property {(start: {provider: string, invitation?: string}) => import("./wire.js").ProviderStarted} startProvider
 * @property {(answer: import("./wire.js").ProviderAnswer & {provider: string}) => void} finishProvider
 * @property {() => void} secured  the second factor that the team requires is on
 * @property {() => void} signOut
 *
 * @typedef {object} AccountMethods  answered while a session is there
 * @property {() => import("./contract.js").SessionRow[]} sessions
 * @property {(session: {session: string}) => void} revoke
 * @property {(request: {method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: object}) => any} ask  the server
 * @property {(page: {query: string, cursor: string | null}) => import("./contract.js").PeoplePage} people
 * @property {(search: SearchRequest) => import("./contract.js").SearchAnswer} search
 * @property {(request: PerformRequest) => string} perform  answers with the operation
 * @property {(selection: import("./contract.js").InsightSelection) => import("./contract.js").InsightListing} insights  on this device
 * @property {(upload: {media: string}) => Blob | null} uploadBlob  an attachment that waits to be uploaded
 * @property {(how?: {force?: boolean}) => void} freshen  refreshes the access cookie if it has expired
 * @property {(input: {type: string, [field: string]: any}) => void} input  to the engine
 * @property {() => void} takeActions  puts answers to notifications into the outbox
 * @property {(message: {type: "retry" | "discard", message: string}) => void} settle
 * @property {(message: {message: string, files: string}) => void} sendText  without the attachments, which follow as a message of that identifier
 * @property {(message: OfChat & {message: string}) => Receipts} receipts
 * @property {(chat: {conversation: string}) => MessageRow[]} pins
 * @property {(message: {conversation: string, message: string}) => MessageRow[]} versions
 * @property {(wanted: {messages: string[], conversations: string[], ids: string[]}) => void} forward
 * @property {(chat: OfChat & {conversation: string, minutesFromUTC: number}) => void} openChat
 * @property {(chat: OfChat) => void} closeChat
 * @property {(chat: OfChat) => void} look
 * @property {(chat: OfChat) => boolean} older  whether rows were added
 * @property {(chat: OfChat) => boolean} newer  whether rows were added
 * @property {(gap: OfChat & {from: number, through: number}) => boolean} fillGap
 * @property {(jump: OfChat & {message: string}) => string | null} jump  the row's key
 * @property {(quote: OfChat & {message: string}) => boolean} quoted  whether it came
 * @property {(chat: OfChat) => void} newest
 *
 * @typedef {SessionMethods & AccountMethods} LeaderMethods
 * @typedef {keyof LeaderMethods} Method
 * @typedef {<Name extends Method>(method: Name, ...argument: Parameters<LeaderMethods[Name]>) =>
 *     Promise<ReturnType<LeaderMethods[Name]>>} Request  calls the leading tab; throws a Refusal
 */

/**
 * The functions of the leading tab that answer methods.
 * @template Methods
 * @typedef {{[Name in keyof Methods]: Methods[Name] extends (argument: infer Argument) => infer Answer
 *     ? (argument: Argument, tab: string) => Answer | Promise<Answer> : never}} Handlers
 */

export {};
