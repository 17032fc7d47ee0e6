import { lazy, Suspense } from 'react'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { RequireAdministrator } from '../../layouts/require-administrator'

// Behind the guard, so that nobody else downloads any of it; each panel comes with its tab.
const ControlPanel = lazy(async () => ({
  default: (await import('../../../features/admin/panel/control-panel')).ControlPanel,
}))
const OverviewPanel = lazy(async () => ({
  default: (await import('../../../features/admin/overview/overview-panel')).OverviewPanel,
}))
const ContentPanel = lazy(async () => ({
  default: (await import('../../../features/admin/content/content-panel')).ContentPanel,
}))
const PendingContent = lazy(async () => ({
  default: (await import('../../../features/admin/review/pending-content')).PendingContent,
}))
const CategoriesPanel = lazy(async () => ({
  default: (await import('../../../features/admin/categories/categories-panel')).CategoriesPanel,
}))
const UsersPanel = lazy(async () => ({
  default: (await import('../../../features/admin/users/users-panel')).UsersPanel,
}))
const SettingsPanel = lazy(async () => ({
  default: (await import('../../../features/admin/settings/settings-panel')).SettingsPanel,
}))
const StoragePanel = lazy(async () => ({
  default: (await import('../../../features/admin/storage/storage-panel')).StoragePanel,
}))
const ReportsPanel = lazy(async () => ({
  default: (await import('../../../features/admin/safety/reports-panel')).ReportsPanel,
}))
const RemoveDialog = lazy(async () => ({
  default: (await import('../../../features/admin/safety/remove-dialog')).RemoveDialog,
}))
const RemovalsPanel = lazy(async () => ({
  default: (await import('../../../features/admin/safety/removals-panel')).RemovalsPanel,
}))
const PaymentsPanel = lazy(async () => ({
  default: (await import('../../../features/admin/payments/payments-panel')).PaymentsPanel,
}))
const AuditPanel = lazy(async () => ({
  default: (await import('../../../features/admin/operations/audit-panel')).AuditPanel,
}))
const RecentChanges = lazy(async () => ({
  default: (await import('../../../features/admin/operations/recent-changes')).RecentChanges,
}))
const MailPanel = lazy(async () => ({
  default: (await import('../../../features/admin/operations/mail-panel')).MailPanel,
}))
const JobsPanel = lazy(async () => ({
  default: (await import('../../../features/admin/operations/jobs-panel')).JobsPanel,
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
