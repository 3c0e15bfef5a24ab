import Foundation

/// The bytes of a file, mapped: read from disk when looked at, shared by all processes, given back under pressure.
final class MappedFile: Sendable {
    /// Never written; unmapped when the last reference is released.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// - Throws: `ModelError.missing` if there is no such file, `.damaged` if it cannot be mapped.
    init(path: String, name: String) throws(ModelError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .missing(file: name) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .damaged(file: name, reason: "it is empty or no plain file")
        }
        let size = Int(status.st_size)
        guard let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), address != MAP_FAILED else {
            throw .damaged(file: name, reason: "it cannot be mapped")
        }
        bytes = UnsafeRawBufferPointer(start: address, count: size)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}
