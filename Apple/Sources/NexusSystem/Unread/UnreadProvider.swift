import Foundation
import NexusClient
import WidgetKit

/// Gives the widget its entries. The app reloads it when something changed; in between it is read again each quarter of an hour.
public struct UnreadProvider: TimelineProvider, Sendable {
    private static let interval: TimeInterval = 900

    private let open: @Sendable () throws -> any UnreadService

    public init(open: @escaping @Sendable () throws -> any UnreadService = { try SharedProfile.client() }) {
        self.open = open
    }

    public func placeholder(in context: Context) -> UnreadEntry { UnreadEntry(date: Date(), conversations: []) }

    public func getSnapshot(in context: Context, completion: @escaping (UnreadEntry) -> Void) {
        let completion = CompletionHandler(completion)
        Task { completion(await entry(at: Date())) }
    }

    public func getTimeline(in context: Context, completion: @escaping (Timeline<UnreadEntry>) -> Void) {
        let completion = CompletionHandler(completion)
        Task {
            let now = Date()
            completion(
                Timeline(
                    entries: [await entry(at: now)],
                    policy: .after(now.addingTimeInterval(UnreadProvider.interval))))
        }
    }

    private func entry(at date: Date) async -> UnreadEntry {
        guard let service = try? open() else { return UnreadEntry(date: date, conversations: nil) }
        return await UnreadEntry.read(from: service, at: date)
    }
}
