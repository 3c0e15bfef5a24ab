import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix

/// Describes in a few words why a connection failed.
enum NetworkProblem {
    static func words(for error: any Error) -> String {
        switch error {
        case is CancellationError: "the attempt was cancelled"
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { words(for: $0.error) } ?? "the name \(error.host) is not known"
        case let error as IOError: String(cString: strerror(error.errnoCode)).lowercased()
        case let error as ChannelError: words(for: error)
        case let error as HTTPClientError: words(for: error)
        default: "\(error)"
        }
    }

    private static func words(for error: ChannelError) -> String {
        switch error {
        case .connectTimeout: "it did not answer in time"
        case .ioOnClosedChannel, .alreadyClosed, .eof, .inputClosed, .outputClosed: "it closed the connection"
        default: "\(error)"
        }
    }

    private static func words(for error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout, .deadlineExceeded, .readTimeout: "it did not answer in time"
        case .remoteConnectionClosed: "it closed the connection"
        default: "\(error)"
        }
    }
}
