import NexusCore

/// A search through what the page has stored, that JavaScript holds by its address while it gives the messages.
private final class WebSearch {
    var collector: SearchCollector
    let names: SearchNames

    init(_ request: SearchRequest, by me: UserID, _ names: SearchNames, now: Timestamp) throws(SearchProblem) {
        let query = try SearchGrammar(now: now, utcOffset: request.utcOffset).query(request.query)
        self.names = names
        collector = SearchCollector(
            query, by: me, order: request.order, limit: request.limit, senders: names.senders(of: query),
            conversations: names.conversations(of: query), blocked: names.blocked, deleted: names.deleted)
    }
}

/// Begins a search of the stored messages, for a request as the server's endpoint takes it. Gives `{"search": address}`, or
/// `{"error": …}` that names what cannot be understood.
@_expose(wasm, "nexus_search_new")
@c(nexus_search_new)
public func nexusMakeSearch(
    _ engine: UnsafeRawPointer, _ now: Double, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    let request: SearchRequest
    do throws(JSONError) {
        request = try SearchRequest.decode(WebMemory.argument(bytes, count))
    } catch {
        return WebMemory.block(Refusal(error))
    }
    do throws(SearchProblem) {
        let engine = WebEngine.at(engine).engine
        let names = SearchNames(engine)
        let search = try WebSearch(request, by: engine.me, names, now: Timestamp(javaScript: now))
        let address = UInt(bitPattern: Unmanaged.passRetained(search).toOpaque())
        return WebMemory.block { writer in
            writer.beginObject()
            writer.field("search", Int64(address))
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

/// Ends a search; its address is void from then on.
@_expose(wasm, "nexus_search_free")
@c(nexus_search_free)
public func nexusFreeSearch(_ search: UnsafeRawPointer) {
    Unmanaged<WebSearch>.fromOpaque(search).release()
}

/// Offers stored messages: `[message, …]`, as on the wire. Gives `{}`, or `{"error": …}`.
@_expose(wasm, "nexus_search_offer")
@c(nexus_search_offer)
public func nexusOfferToSearch(
    _ search: UnsafeRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    let search = Unmanaged<WebSearch>.fromOpaque(search).takeUnretainedValue()
    do throws(JSONError) {
        for message in try [Message].decode(WebMemory.argument(bytes, count), limits: .engine) {
            search.collector.offer(message)
        }
        return WebMemory.block { writer in Nothing().encode(to: &writer) }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

/// The results among the given messages, in the form of the server's endpoint.
@_expose(wasm, "nexus_search_results")
@c(nexus_search_results)
public func nexusSearchResults(_ search: UnsafeRawPointer) -> UnsafeMutableRawPointer {
    let search = Unmanaged<WebSearch>.fromOpaque(search).takeUnretainedValue()
    let results = search.collector.results().map { entry in
        SearchResult(entry, senderName: search.names.name(of: entry.message.sender) ?? "")
    }
    return WebMemory.block { writer in SearchAnswer(results: results).encode(to: &writer) }
}
