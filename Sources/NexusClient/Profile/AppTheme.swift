import Foundation

/// The colours of an app on one device.
public enum AppTheme: String, Equatable, Sendable, CaseIterable {
    /// As the system's setting.
    case system
    case light
    case dark
}

/// The file of choices that belong to a device and not to an account: a sign-out keeps them.
struct DevicePreferences {
    let path: String

    private struct Stored: Codable {
        var theme: String?
    }

    /// The theme; the system's if none was chosen, or the file is not readable.
    var theme: AppTheme {
        guard let data = FileManager.default.contents(atPath: path),
            let stored = try? JSONDecoder().decode(Stored.self, from: data)
        else { return .system }
        return stored.theme.flatMap { AppTheme(rawValue: $0) } ?? .system
    }

    /// - Throws: ``ClientError/profileUnavailable(_:)``.
    func save(_ theme: AppTheme) throws(ClientError) {
        do {
            let data = try JSONEncoder().encode(Stored(theme: theme.rawValue))
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw .profileUnavailable("\(path) cannot be written")
        }
    }
}
