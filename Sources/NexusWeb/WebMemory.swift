import NexusCore

/// The exchange of bytes between JavaScript and the core.
///
/// A caller puts an argument into memory from `nexus_alloc`. Every result is one block from the same place: four bytes of
/// length, least significant first, then so many bytes of JSON. The caller gives both kinds back to `nexus_free`.
enum WebMemory {
    static let lengthBytes = 4

    /// A block with these bytes, for the caller to free.
    static func block(_ bytes: [UInt8]) -> UnsafeMutableRawPointer {
        let block = allocate(lengthBytes + bytes.count)
        block.storeBytes(of: UInt32(truncatingIfNeeded: bytes.count).littleEndian, as: UInt32.self)
        bytes.withUnsafeBytes { bytes in
            (block + lengthBytes).copyMemory(from: bytes.baseAddress ?? UnsafeRawPointer(block), byteCount: bytes.count)
        }
        return block
    }

    /// A block with a writer's output.
    static func block(_ write: (inout JSONWriter) -> Void) -> UnsafeMutableRawPointer {
        var writer = JSONWriter()
        write(&writer)
        return block(writer.bytes)
    }

    /// A block with `{"error": …}`.
    static func block(_ refusal: Refusal) -> UnsafeMutableRawPointer {
        block(ErrorBody(refusal).json)
    }

    static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        .allocate(byteCount: max(byteCount, lengthBytes), alignment: 8)
    }

    /// An argument that a caller has put into memory.
    static func argument(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(max(count, 0)))
    }
}

/// Memory for an argument of so many bytes.
@_expose(wasm, "nexus_alloc")
@c(nexus_alloc)
public func nexusAllocate(_ byteCount: Int32) -> UnsafeMutableRawPointer {
    WebMemory.allocate(Int(max(byteCount, 0)))
}

/// Frees the memory of an argument or a result.
@_expose(wasm, "nexus_free")
@c(nexus_free)
public func nexusFree(_ block: UnsafeMutableRawPointer?) {
    block?.deallocate()
}
