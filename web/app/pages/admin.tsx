import { lazy, Suspense } from 'react'
import { useViewer } from '../../lib/queries/viewer'
import { usePageTitle } from '../../lib/use-page-title'
import { RequireAdministrator } from '../layouts/require-administrator'

// Behind the guard, so that nobody else downloads any of it; each panel comes with its tab.
const ControlPanel = lazy(async () => ({
  default: (await import('../../features/admin/control-panel')).ControlPanel,
}))
const OverviewPanel = lazy(async () => ({
  default: (await import('../../features/overview/overview-panel')).OverviewPanel,
}))
const ContentPanel = lazy(async () => ({
  default: (await import('../../features/content-admin/content-panel')).ContentPanel,
}))
const PendingContent = lazy(async () => ({
  default: (await import('../../features/review/pending-content')).PendingContent,
}))
const CategoriesPanel = lazy(async () => ({
  default: (await import('../../features/categories-admin/categories-panel')).CategoriesPanel,
}))
const UsersPanel = lazy(async () => ({
  default: (await import('../../features/users-admin/users-panel')).UsersPanel,
}))
const SettingsPanel = lazy(async () => ({
  default: (await import('../../features/settings-admin/settings-panel')).SettingsPanel,
}))
const StoragePanel = lazy(async () => ({
  default: (await import('../../features/storage-admin/storage-panel')).StoragePanel,
}))
const ReportsPanel = lazy(async () => ({
  default: (await import('../../features/safety-admin/reports-panel')).ReportsPanel,
}))
const RemoveDialog = lazy(async () => ({
  default: (await import('../../features/safety-admin/remove-dialog')).RemoveDialog,
}))
const RemovalsPanel = lazy(async () => ({
  default: (await import('../../features/safety-admin/removals-panel')).RemovalsPanel,
}))
const PaymentsPanel = lazy(async () => ({
  default: (await import('../../features/payments-admin/payments-panel')).PaymentsPanel,
}))
const AuditPanel = lazy(async () => ({
  default: (await import('../../features/operations-admin/audit-panel')).AuditPanel,
}))
const RecentChanges = lazy(async () => ({
  default: (await import('../../features/operations-admin/recent-changes')).RecentChanges,
}))
const MailPanel = lazy(async () => ({
  default: (await import('../../features/operations-admin/mail-panel')).MailPanel,
}))
const JobsPanel = lazy(async () => ({
  default: (await import('../../features/operations-admin/jobs-panel')).JobsPanel,
}))

export function AdminPage() {
  const { user } = useViewer()
  usePageTitle('Admin Control Panel')
  return (
    <RequireAdministrator>
      <Suspense>
        {user ? (
          <ControlPanel
            panels={{
              overview: <OverviewPanel />,
              content: (
                <ContentPanel
                  pending={<PendingContent />}
                  renderRemove={(video, onClose) => (
                    <Suspense>
                      <RemoveDialog video={video} onClose={onClose} />
                    </Suspense>
                  )}
                />
              ),
              categories: <CategoriesPanel />,
              users: <UsersPanel viewerId={user.id} />,
              settings: (
                <SettingsPanel
                  changes={
                    <>
                      <RecentChanges title="Settings" subject="settings" />
                      <RecentChanges title="Legal pages" subject="legal" />
                    </>
                  }
                />
              ),
              storage: <StoragePanel />,
              reports: <ReportsPanel />,
              removals: <RemovalsPanel />,
              payments: <PaymentsPanel viewerId={user.id} />,
              audit: <AuditPanel />,
              mail: <MailPanel />,
              jobs: <JobsPanel />,
            }}
          />
        ) : null}
      </Suspense>
    </RequireAdministrator>
  )
}
