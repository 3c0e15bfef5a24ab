import Foundation

/// https://developer.apple.com/documentation/avfaudio/avaudioplayer
@available(iOS 2.2, macOS 10.7, *)
open class AVAudioPlayer {
    /// The host has no decoder: any bytes but none are a recording.
    public init(data: Data) throws {
        guard !data.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
    }

    open var enableRate = false
    open var rate: Float = 1
    open var currentTime: TimeInterval = 0
    open private(set) var isPlaying = false

    @discardableResult
    open func prepareToPlay() -> Bool { true }
    @discardableResult
    open func play() -> Bool {
        isPlaying = true
        return true
    }
    open func pause() { isPlaying = false }
    open func stop() { isPlaying = false }
}
