import NexusClient
import NexusCore
import SwiftUI

/// What a request without a sign-in has done.
struct SignInOutcomeView: View {
    let outcome: SignInViewModel.Outcome

    var body: some View {
        switch outcome {
        case .mailed(let address): Text("If \(address) has an account here, a link is on its way.")
        case .confirmed(let address): Text("\(address) is confirmed.")
        case .joined(let conversations): Text("You have joined \(conversations.map(\.title).joined(separator: ", ")).")
        }
    }
}
