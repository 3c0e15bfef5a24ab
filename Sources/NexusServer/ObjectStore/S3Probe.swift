import Foundation
import NexusCore

/// Finds out whether a place in a store can be used: stores, lists, reads and deletes a small object there.
struct S3Probe: Sendable {
    let place: S3Place
    let now: @Sendable () -> Timestamp

    /// - Returns: nil if all of it works.
    func run() async -> S3Problem? {
        do {
            let client = S3Client(
                place.settings, bucket: place.address.bucket,
                transport: try S3Transport(roots: place.settings.roots),
                retry: .never, now: now)
            let key = place.address.key("probe-\(UUID().uuidString.lowercased())")
            let content = Array(key.utf8)
            try await client.put(content, to: key)
            let result: Result<Void, any Error>
            do {
                guard try await client.read(key, limit: 1 << 10) == content,
                    try await client.page(prefix: key, mark: nil).objects.map(\.key) == [key]
                else { throw S3Problem(.damaged, "The store does not return what was stored.") }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            try await client.delete(key)
            try result.get()
            guard try await client.head(key) == nil else {
                return S3Problem(.answer, "The store does not delete what it is told to.")
            }
            return nil
        } catch let problem as S3Problem {
            return problem
        } catch let error as S3SettingsError {
            return S3Problem(.answer, error.text)
        } catch {
            return S3Problem(.timedOut, "The store did not answer in time.")
        }
    }
}

extension S3Problem {
    /// What an operator does about it.
    var remedy: String {
        switch code {
        case .unreachable, .timedOut:
            "Check NEXUS_S3_ENDPOINT, that the store runs, its certificate, and this machine's network."
        case .busy: "Look at the store's own log; it may be overloaded."
        case .credentials:
            "Check NEXUS_S3_ACCESS_KEY, NEXUS_S3_SECRET_KEY and NEXUS_S3_REGION, and that the key may put, get, list and delete below the prefix."
        case .clock: "Set the clock, and keep it right with NTP (timedatectl)."
        case .bucket: "Create the bucket, or correct the address and NEXUS_S3_REGION."
        case .full: "Free some space in the store, or raise its quota."
        case .missing, .range, .precondition, .damaged, .answer:
            "Check that the endpoint speaks S3, and that nothing else writes below the prefix."
        }
    }
}
