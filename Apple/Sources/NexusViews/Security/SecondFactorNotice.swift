import NexusClient
import SwiftUI

/// Says that the server connects only with a second factor, and sets one up.
struct SecondFactorNotice: View {
    @State private var isSettingUp = false
    let session: SessionViewModel
    let security: SecurityViewModel

    var body: some View {
        // The sheet outlives the notice: it shows the recovery codes once the second factor is on.
        ZStack {
            if session.needsSecondFactor { notice }
        }
        .sheet(isPresented: $isSettingUp) {
            SecuritySheetView(sheet: .setUp, model: security)
                .sheetFrame()
                .task { await security.load() }
        }
    }

    private var notice: some View {
        HStack {
            Label("Your team requires two factors of everyone.", systemImage: "lock")
            Spacer()
            Button("Set up two-step sign-in") { isSettingUp = true }.buttonStyle(.bordered)
        }
        .font(.footnote)
        .padding(.horizontal)
        .padding(.vertical, 6)
        .background(.bar)
    }
}
