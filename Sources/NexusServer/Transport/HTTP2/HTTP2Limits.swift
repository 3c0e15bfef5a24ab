import NIOCore
import NIOHTTP2

/// The limits of one connection over HTTP/2 beside those of requests.
public struct HTTP2Limits: Sendable {
    /// Requests at once.
    public var streams = 100
    /// Requests in ``window`` that a client may give up (CVE-2023-44487).
    public var resets = 200
    /// Requests in ``window`` that break the protocol.
    public var errors = 200
    /// Frames in ``window`` that carry no request: PING, SETTINGS and PRIORITY.
    public var controlFrames = 1_000
    public var window = TimeAmount.seconds(30)
    /// Answers to control frames that may wait for the client to read them.
    public var bufferedFrames = 1_000

    /// Bytes of a response that may wait in its stream.
    private static let waitingBytes = 64 << 10

    public init() {}

    /// - Parameter maximumHeadBytes: a head somewhat above it is still read, so that it is answered with the reason.
    func connection(maximumHeadBytes: Int) -> NIOHTTP2Handler.ConnectionConfiguration {
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: streams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 2 * maximumHeadBytes),
        ]
        configuration.maximumBufferedControlFrames = bufferedFrames
        configuration.controlFrameRateLimit.maximumCount = controlFrames
        configuration.controlFrameRateLimit.windowLength = window
        return configuration
    }

    var stream: NIOHTTP2Handler.StreamConfiguration {
        var configuration = NIOHTTP2Handler.StreamConfiguration()
        configuration.outboundBufferSizeHighWatermark = HTTP2Limits.waitingBytes
        configuration.outboundBufferSizeLowWatermark = HTTP2Limits.waitingBytes / 4
        configuration.streamResetFrameRateLimit.maximumCount = resets
        configuration.streamResetFrameRateLimit.windowLength = window
        configuration.streamErrorRateLimit.maximumCount = errors
        configuration.streamErrorRateLimit.windowLength = window
        return configuration
    }
}
