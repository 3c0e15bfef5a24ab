import NexusCore

/// An effect as the page reads it: an object with the effect's name as its `type`.
extension SyncEffect: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .store(let mutations):
            writer.field("type", "store")
            writer.field("mutations", mutations)
        case .openSocket:
            writer.field("type", "openSocket")
        case .closeSocket:
            writer.field("type", "closeSocket")
        case .send(let frame):
            writer.field("type", "send")
            // The text that goes over the socket, so that the page neither reads nor writes it.
            writer.field("frame", String(decoding: frame.json, as: UTF8.self))
        case .upload(let operation):
            writer.field("type", "upload")
            writer.field("operation", operation)
        case .cancelUpload(let operation):
            writer.field("type", "cancelUpload")
            writer.field("operation", operation)
        case .moveUpload(let operation, let files):
            writer.field("type", "moveUpload")
            writer.field("from", operation)
            writer.field("to", files)
        case .schedule(let timer, let delay):
            writer.field("type", "schedule")
            writer.field("timer", timer)
            writer.field("after", delay)
        case .cancel(let timer):
            writer.field("type", "cancel")
            writer.field("timer", timer)
        case .collect(let since, let limit):
            writer.field("type", "collect")
            writer.field("since", since.milliseconds)
            writer.field("limit", Int64(limit))
        case .startedOver:
            writer.field("type", "startedOver")
        case .redraw(let aspect):
            writer.field("type", "redraw")
            aspect.encodeFields(to: &writer)
        case .arrived(let message):
            writer.field("type", "arrived")
            writer.field("message", message)
        case .refused(let operation, let refusal):
            writer.field("type", "refused")
            writer.field("operation", operation)
            writer.field("error", refusal)
        case .insightsChanged(let conversation):
            writer.field("type", "insightsChanged")
            writer.field("conversation", ifPresent: conversation)
        case .assistantChanged(let conversation):
            writer.field("type", "assistantChanged")
            writer.field("conversation", ifPresent: conversation)
        case .remindersChanged: writer.field("type", "remindersChanged")
        case .renewAccess(let socket):
            writer.field("type", "renewAccess")
            writer.field("socket", socket)
        case .signedOut(let refusal):
            writer.field("type", "signedOut")
            writer.field("error", refusal)
        }
        writer.endObject()
    }
}

extension SyncAspect {
    fileprivate func encodeFields(to writer: inout JSONWriter) {
        switch self {
        case .connection: writer.field("aspect", "connection")
        case .presence(let people):
            writer.field("aspect", "presence")
            writer.ids("people", people)
        case .typing(let conversation):
            writer.field("aspect", "typing")
            writer.field("conversation", conversation)
        case .own: writer.field("aspect", "own")
        }
    }
}

/// A change of the store as the page reads it: an object with the change's name as its `type`.
extension StoreMutation: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .upsertMessages(let messages):
            writer.field("type", "upsertMessages")
            writer.field("messages", messages)
        case .upsertMembers(let conversation, let members):
            writer.field("type", "upsertMembers")
            writer.field("conversation", conversation)
            writer.field("members", members)
        case .putConversation(let record):
            writer.field("type", "putConversation")
            writer.field("record", record)
        case .removeConversation(let conversation):
            writer.field("type", "removeConversation")
            writer.field("conversation", conversation)
        case .putOperation(let entry):
            writer.field("type", "putOperation")
            writer.field("entry", entry)
        case .removeOperation(let operation):
            writer.field("type", "removeOperation")
            writer.field("operation", operation)
        case .putProfile(let profile):
            writer.field("type", "putProfile")
            writer.field("profile", profile)
        case .putClock(let since, let offset):
            writer.field("type", "putClock")
            writer.field("since", ifPresent: since?.milliseconds)
            writer.field("offset", offset)
        case .putOwn(let cursor, let settings, let relations):
            writer.field("type", "putOwn")
            writer.field("cursor", cursor)
            writer.field("settings", settings)
            writer.field("relations", relations)
        case .removeOwn:
            writer.field("type", "removeOwn")
        case .putEpoch(let epoch):
            writer.field("type", "putEpoch")
            writer.field("epoch", epoch)
        case .putInsights(let conversation, let cursor, let kept, let rows):
            writer.field("type", "putInsights")
            writer.field("conversation", conversation)
            writer.field("cursor", cursor)
            writer.ids("keeping", kept)
            writer.field("rows", rows)
        case .putInsightsThrough(let revision):
            writer.field("type", "putInsightsThrough")
            writer.field("revision", revision)
        case .outdateInsights:
            writer.field("type", "outdateInsights")
        }
        writer.endObject()
    }
}
