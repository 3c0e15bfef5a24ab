import Foundation

/// https://developer.apple.com/documentation/avfaudio/avaudioapplication
@available(iOS 17, macOS 14, *)
open class AVAudioApplication {
    /// The host has no user to ask.
    open class func requestRecordPermission() async -> Bool { false }
}

/// https://developer.apple.com/documentation/avfaudio/avaudiorecorder
@available(iOS 3, macOS 10.7, *)
open class AVAudioRecorder {
    public init(url: URL, settings: [String: Any]) throws {}

    open var isMeteringEnabled = false
    open var isRecording: Bool { false }

    /// The host has no microphone.
    open func record() -> Bool { false }
    open func stop() {}
    open func updateMeters() {}
    open func averagePower(forChannel channelNumber: Int) -> Float { -160 }
}

/// Of CoreAudioTypes, which AVFAudio exports again.
@available(iOS 2, macOS 10, *)
public typealias AudioFormatID = UInt32

// https://developer.apple.com/documentation/coreaudiotypes/audio-data-format-identifiers
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320

// https://developer.apple.com/documentation/avfaudio/audio-settings
public let AVFormatIDKey = "AVFormatIDKey"
public let AVSampleRateKey = "AVSampleRateKey"
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
