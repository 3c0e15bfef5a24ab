import NexusCore

// Rules that need no engine, for any tab of the browser.

/// A new identifier of any kind: `{"id": …}`.
@_expose(wasm, "nexus_new_id")
@c(nexus_new_id)
public func nexusMakeID(_ now: Double) -> UnsafeMutableRawPointer {
    var random = SystemRandomNumberGenerator()
    let id = OperationID(at: Timestamp(javaScript: now), using: &random)
    return WebMemory.block { writer in
        writer.beginObject()
        writer.field("id", id)
        writer.endObject()
    }
}

/// Milliseconds to wait before the next try after `failures` (1 or more) tries have failed: ``Backoff``, with its jitter.
@_expose(wasm, "nexus_retry_delay")
@c(nexus_retry_delay)
public func nexusRetryDelay(_ failures: Int32) -> Double {
    var random = SystemRandomNumberGenerator()
    return Double(Backoff().delay(after: Int(failures), using: &random))
}

/// The identifier of the direct conversation between `{"me", "other"}`: `{"conversation": …}`.
@_expose(wasm, "nexus_direct_conversation")
@c(nexus_direct_conversation)
public func nexusDirectConversation(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> UnsafeMutableRawPointer {
    do throws(JSONError) {
        let pair = try PersonPair.decode(WebMemory.argument(bytes, count))
        return WebMemory.block { writer in
            writer.beginObject()
            writer.field("conversation", ConversationID.direct(between: pair.me, and: pair.other))
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

private struct PersonPair: JSONRecord {
    var me = UserID.blank
    var other = UserID.blank

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("me", &me)
        coder.required("other", &other)
    }
}

/// Which rows of the list a filter leaves: `{"filter", "rows": [{"title", "lastText", "memberNames"}]}`. Gives `{"matches": […]}`, the
/// indexes of the rows. All texts are folded: capitals, accents, width.
@_expose(wasm, "nexus_filter_conversations")
@c(nexus_filter_conversations)
public func nexusFilterConversations(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> UnsafeMutableRawPointer {
    do throws(JSONError) {
        let search = try ConversationSearch.decode(WebMemory.argument(bytes, count), limits: .engine)
        let filter = ConversationFilter(search.filter)
        return WebMemory.block { writer in
            writer.beginObject()
            writer.key("matches")
            writer.beginArray()
            for (index, row) in search.rows.enumerated() where filter.matches(row.texts) { writer.int(Int64(index)) }
            writer.endArray()
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

private struct ConversationSearch: JSONRecord {
    var filter = ""
    var rows: [SearchedRow] = []

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.present("filter", &filter)
        coder.present("rows", &rows)
    }
}

private struct SearchedRow: JSONRecord {
    private var title = ""
    private var lastText = ""
    private var memberNames: [String] = []

    var texts: [String] { [title, lastText] + memberNames }

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.present("title", &title)
        coder.present("lastText", &lastText)
        coder.present("memberNames", &memberNames)
    }
}

/// Checks the input to sign up or in: `{"name", "email", "password"}`, without a name to sign in. Gives the same as it is
/// to be sent, or `{"error": …}`.
@_expose(wasm, "nexus_check_account")
@c(nexus_check_account)
public func nexusCheckAccount(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> UnsafeMutableRawPointer {
    let typed: TypedAccount
    do throws(JSONError) {
        typed = try TypedAccount.decode(WebMemory.argument(bytes, count))
    } catch {
        return WebMemory.block(Refusal(error))
    }
    do throws(TextProblem) {
        let name: String? = if let name = typed.name { try TextRule.name(name) } else { nil }
        let email = try TextRule.email(typed.email)
        // An existing password may be shorter than the current minimum.
        let password = name == nil ? typed.password : try TextRule.password(typed.password)
        return WebMemory.block { writer in
            writer.beginObject()
            writer.field("name", ifPresent: name)
            writer.field("email", email)
            writer.field("password", password)
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

private struct TypedAccount: JSONRecord {
    var name: String?
    var email = ""
    var password = ""

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.optional("name", &name)
        coder.present("email", &email)
        coder.present("password", &password)
    }
}
