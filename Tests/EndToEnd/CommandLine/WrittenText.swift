import Foundation
import Synchronization

/// The output of a running program so far.
final class WrittenText: Sendable {
    private struct State {
        var text = ""
        var isAtEnd = false
    }

    /// For the program to write to.
    let pipe: Pipe
    private let state: Mutex<State>

    init() {
        pipe = Pipe()
        state = Mutex(State())
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            // At the end of the file there is nothing more to be told.
            if data.isEmpty { handle.readabilityHandler = nil }
            self?.state.withLock { state in
                state.text += String(decoding: data, as: UTF8.self)
                state.isAtEnd = data.isEmpty
            }
        }
    }

    deinit { pipe.fileHandleForReading.readabilityHandler = nil }

    var text: String { state.withLock { $0.text } }
    var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

    /// The reader goes away.
    func hangUp() throws {
        pipe.fileHandleForReading.readabilityHandler = nil
        try pipe.fileHandleForReading.close()
    }
}
