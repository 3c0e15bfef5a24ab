#if !APPLE_SHAPE_MAC
    /// https://developer.apple.com/documentation/avfaudio/avaudiosession
    @available(iOS 3, *)
    open class AVAudioSession: @unchecked Sendable {
        open class func sharedInstance() -> AVAudioSession { shared }
        private static let shared = AVAudioSession()

        open func setCategory(
            _ category: AVAudioSession.Category, mode: AVAudioSession.Mode, options: AVAudioSession.CategoryOptions = []
        ) throws {}
        open func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions = []) throws {}

        public struct Category: Hashable, Sendable {
            let name: String
            public static let playback = Category(name: "playback")
            public static let playAndRecord = Category(name: "playAndRecord")
        }

        public struct Mode: Hashable, Sendable {
            let name: String
            public static let `default` = Mode(name: "default")
            public static let spokenAudio = Mode(name: "spokenAudio")
        }

        public struct CategoryOptions: OptionSet, Sendable {
            public let rawValue: UInt
            public init(rawValue: UInt) { self.rawValue = rawValue }
            public static let duckOthers = CategoryOptions(rawValue: 2)
            public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
        }

        public struct SetActiveOptions: OptionSet, Sendable {
            public let rawValue: UInt
            public init(rawValue: UInt) { self.rawValue = rawValue }
            public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
        }
    }
#endif
