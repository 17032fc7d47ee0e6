import { usePageTitle } from '#web/entities/settings/use-page-title'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { NoticeList } from '#web/features/account/notices/notice-list.tsx'
import { paths } from '#web/lib/navigation/paths'
import { TextLink } from '#web/ui/text/link.tsx'
import { RequireSignIn } from '../../layouts/require-sign-in'

/** Renders the account's notifications. */
export function NotificationsPage() {
  const { user } = useViewer()
  usePageTitle('Notifications')
  return (
    <RequireSignIn message="Please sign in to see your notifications.">
      <div className="page pt-6 sm:pt-8">
        <div className="max-w-3xl">
          <div className="mb-5 flex flex-wrap items-baseline justify-between gap-3">
            <h1 className="font-bold text-title">Notifications</h1>
            <TextLink to={paths.settings}>Settings</TextLink>
          </div>
          {user ? <NoticeList unread={user.unread} /> : null}
        </div>
      </div>
    </RequireSignIn>
  )
}
