#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct SearchView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp { SearchView(services: $0.services) }
                .previewDisplayName("Empty")
            PreviewApp { app in
                PreviewHolder(SearchViewModel.searching("friday", app.services)) { SearchScreenView(model: $0) }
            }
            .previewDisplayName("Error")
        }
    }

    extension SearchViewModel {
        static func searching(_ query: String, _ services: any SearchService) -> SearchViewModel {
            let model = SearchViewModel(services)
            model.query = query
            return model
        }
    }
#endif
