// refused: does not conform to protocol 'AppIntent'
import AppIntents

struct IntentWithoutPerform: AppIntent {
    static let title: LocalizedStringResource = "Ask"
}
