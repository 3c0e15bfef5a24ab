import NexusCore

/// Reads JSON of any shape and writes it again without white space: `{"value": …}`, or `{"error": …}` with the reason.
@_expose(wasm, "nexus_json_roundtrip")
@c(nexus_json_roundtrip)
public func nexusRoundTripJSON(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> UnsafeMutableRawPointer {
    do throws(JSONError) {
        let value = try JSONValue.decode(WebMemory.argument(bytes, count))
        return WebMemory.block { writer in
            writer.beginObject()
            writer.field("value", value)
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}
