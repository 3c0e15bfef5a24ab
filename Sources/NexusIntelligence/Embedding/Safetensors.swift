import Foundation

/// A file of named tensors (https://github.com/huggingface/safetensors, "Format"): eight bytes with the length of a JSON
/// header, the header, the numbers.
///
/// The file is mapped and untrusted: every offset, shape and length is checked before a number is read.
public struct Safetensors: Sendable {
    private struct Entry: Decodable {
        let dtype: String
        let shape: [Int]
        let data_offsets: [Int]
    }

    /// The header of a model of this size has some ten thousand bytes.
    private static let longestHeader = 16 << 20
    private let file: MappedFile
    private let name: String
    private let start: Int
    private let entries: [String: Entry]

    /// - Throws: `ModelError`.
    public init(path: String) throws(ModelError) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let file = try MappedFile(path: path, name: name)
        let bytes = file.bytes
        func damaged(_ reason: String) -> ModelError { .damaged(file: name, reason: reason) }
        guard bytes.count >= 8 else { throw damaged("it ends before its header") }
        let length = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        guard length <= Self.longestHeader, Int(length) <= bytes.count - 8 else {
            throw damaged("its header is longer than the file")
        }
        let start = 8 + Int(length)
        let header = Data(bytes[8..<start])
        guard let fields = try? JSONDecoder().decode([String: Field].self, from: header) else {
            throw damaged("its header is no list of tensors")
        }
        entries = fields.compactMapValues { $0.entry }
        self.name = name
        self.file = file
        self.start = start
    }

    /// The names of all tensors, in no order.
    public var names: some Collection<String> { entries.keys }

    /// The tensor of that name, which must have this shape.
    ///
    /// - Throws: `ModelError.damaged`.
    func tensor(_ key: String, rows: Int, columns: Int) throws(ModelError) -> Tensor {
        func damaged(_ reason: String) -> ModelError { .damaged(file: name, reason: "\(key) \(reason)") }
        guard let entry = entries[key] else { throw damaged("is missing") }
        guard entry.dtype == "F32" else { throw damaged("is not of 32-bit floats") }
        guard entry.shape == [rows, columns] || (rows == 1 && entry.shape == [columns]) else {
            throw damaged("has another shape")
        }
        let count = rows * columns
        let available = file.bytes.count - start
        guard entry.data_offsets.count == 2, let from = entry.data_offsets.first, let to = entry.data_offsets.last,
            from >= 0, to >= from, to <= available, to - from == count * 4
        else { throw damaged("lies outside of the file") }
        let raw = UnsafeRawBufferPointer(rebasing: file.bytes[(start + from)..<(start + to)])
        guard let address = raw.baseAddress else { throw damaged("is empty") }
        guard Int(bitPattern: address) % MemoryLayout<Float>.alignment == 0 else {
            return Tensor(rows: rows, columns: columns, copy: TensorCopy(count: count) { $0.copyMemory(from: raw) })
        }
        return Tensor(rows: rows, columns: columns, values: address.assumingMemoryBound(to: Float.self), owner: file)
    }

    /// A tensor, or another header entry (`__metadata__`).
    private struct Field: Decodable {
        let entry: Entry?

        init(from decoder: any Decoder) throws {
            entry = try? Entry(from: decoder)
        }
    }
}
