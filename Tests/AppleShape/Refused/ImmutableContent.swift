// refused: 'title' is a get-only property
import UserNotifications

func shorten(_ content: UNNotificationContent) { content.title = "Nexus" }
