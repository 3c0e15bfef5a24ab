import Foundation
import NexusIntelligence
import Testing

@Suite("Damaged model files")
struct SafetensorsTests {
    private func file(_ bytes: [UInt8]) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).safetensors").path
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    private func header(_ json: String, length: UInt64? = nil) -> [UInt8] {
        withUnsafeBytes(of: (length ?? UInt64(json.utf8.count)).littleEndian) { Array($0) } + Array(json.utf8)
    }

    @Test("an intact file names its tensors")
    func whole() throws {
        let json = #"{"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}"#
        let path = try file(header(json) + [0, 0, 128, 63])
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(Array(try Safetensors(path: path).names) == ["a"])
    }

    @Test(
        "a damaged header is a named error",
        arguments: [
            [1, 2, 3], [UInt8](repeating: 255, count: 16), [2, 0, 0, 0, 0, 0, 0, 0, 91, 93],
            [200, 0, 0, 0, 0, 0, 0, 0, 123, 125],
        ])
    func damaged(_ bytes: [UInt8]) throws {
        let path = try file(bytes)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let problem = #expect(throws: ModelError.self) { try Safetensors(path: path) }
        #expect(problem?.code == "model_damaged")
    }

    @Test("a tensor with a wrong place, shape or type is refused")
    func tensors() throws {
        let wrong = [
            #"{"dtype":"F32","shape":[2,4],"data_offsets":[0,99999999]}"#,
            #"{"dtype":"F32","shape":[2,4],"data_offsets":[-8,24]}"#,
            #"{"dtype":"F32","shape":[2,4],"data_offsets":[32,0]}"#,
            #"{"dtype":"F32","shape":[9223372036854775807,2],"data_offsets":[0,32]}"#,
            #"{"dtype":"F16","shape":[2,4],"data_offsets":[0,32]}"#,
            #"{"dtype":"F32","shape":[2,4],"data_offsets":[]}"#,
        ]
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n".utf8).write(to: folder.appending(path: "vocab.txt"))
        for entry in wrong {
            let json = #"{"embeddings.word_embeddings.weight":\#(entry)}"#
            let data = Data(header(json) + [UInt8](repeating: 0, count: 32))
            try data.write(to: folder.appending(path: "model.safetensors"))
            let problem = #expect(throws: ModelError.self) { try SentenceEncoder(folder: folder.path) }
            #expect(problem?.code == "model_damaged")
        }
    }

    @Test("a folder without a model names the missing file")
    func missing() {
        #expect(throws: ModelError.missing(file: "vocab.txt")) { try SentenceEncoder(folder: "/nowhere") }
    }
}
