import { Suspense } from 'react'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { lazyPart } from '#web/lib/lazy-part'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { RequireAdministrator } from '../../layouts/require-administrator'

// Loaded behind the guard, so that only staff download it; each panel loads with its tab.
const ControlPanel = lazyPart(
  () => import('#web/features/admin/control-panel/control-panel.tsx'),
  'ControlPanel',
)
const OverviewPanel = lazyPart(
  () => import('#web/features/admin/overview/overview-panel.tsx'),
  'OverviewPanel',
)
const ContentPanel = lazyPart(() => import('#web/features/admin/content/content-panel.tsx'), 'ContentPanel')
const PendingContent = lazyPart(
  () => import('#web/features/admin/review/pending-content.tsx'),
  'PendingContent',
)
const ChangedContent = lazyPart(
  () => import('#web/features/admin/changes/changed-content.tsx'),
  'ChangedContent',
)
const CorrectVideo = lazyDialog(() => import('../../parts/correct-video'), 'CorrectVideo')
const CategoriesPanel = lazyPart(
  () => import('#web/features/admin/categories/categories-panel.tsx'),
  'CategoriesPanel',
)
const TagsPanel = lazyPart(() => import('#web/features/admin/tags/tags-panel.tsx'), 'TagsPanel')
const UsersPanel = lazyPart(() => import('#web/features/admin/users/users-panel.tsx'), 'UsersPanel')
const SettingsPanel = lazyPart(
  () => import('#web/features/admin/settings/settings-panel.tsx'),
  'SettingsPanel',
)
const StoragePanel = lazyPart(() => import('#web/features/admin/storage/storage-panel.tsx'), 'StoragePanel')
const ReportsPanel = lazyPart(
  () => import('#web/features/admin/safety/reports/reports-panel.tsx'),
  'ReportsPanel',
)
const RemoveVideoDialog = lazyDialog(
  () => import('#web/features/admin/safety/remove-video-dialog.tsx'),
  'RemoveVideoDialog',
)
const CaseViewer = lazyDialog(() => import('#web/features/admin/review/case-viewer.tsx'), 'CaseViewer')
const RemovalsPanel = lazyPart(
  () => import('#web/features/admin/safety/removals/removals-panel.tsx'),
  'RemovalsPanel',
)
const CommentsPanel = lazyPart(
  () => import('#web/features/admin/comments/comments-panel.tsx'),
  'CommentsPanel',
)
const PaymentsPanel = lazyPart(
  () => import('#web/features/admin/payments/payments-panel.tsx'),
  'PaymentsPanel',
)
const AuditPanel = lazyPart(() => import('#web/features/admin/operations/audit-panel.tsx'), 'AuditPanel')
const RecentChanges = lazyPart(
  () => import('#web/features/admin/operations/recent-changes.tsx'),
  'RecentChanges',
)
const MailPanel = lazyPart(() => import('#web/features/admin/operations/mail-panel.tsx'), 'MailPanel')
const JobsPanel = lazyPart(() => import('#web/features/admin/operations/jobs-panel.tsx'), 'JobsPanel')
const StatusPanel = lazyPart(() => import('#web/features/admin/operations/status-panel.tsx'), 'StatusPanel')

function renderCorrect(video: { id: number }, onClose: () => void) {
  return (
    <Suspense>
      <CorrectVideo key={video.id} videoId={video.id} onClose={onClose} />
    </Suspense>
  )
}

export function AdminPage() {
  const { user, can } = useViewer()
  usePageTitle('Admin Control Panel')
  const waiting = (
    <div className="grid grid-cols-1 gap-10">
      <PendingContent renderCorrect={renderCorrect} />
      <ChangedContent renderCorrect={renderCorrect} />
    </div>
  )
  return (
    <RequireAdministrator>
      <Suspense>
        {user ? (
          <ControlPanel
            renderCase={(videoId, onClose) => (
              <CaseViewer key={videoId} videoId={videoId} renderCorrect={renderCorrect} onClose={onClose} />
            )}
            panels={{
              overview: <OverviewPanel />,
              content: can('video.manageAny') ? (
                <ContentPanel
                  pending={waiting}
                  renderCorrect={renderCorrect}
                  renderRemove={(video, onClose) => (
                    <Suspense>
                      <RemoveVideoDialog video={video} onClose={onClose} />
                    </Suspense>
                  )}
                />
              ) : (
                waiting
              ),
              categories: <CategoriesPanel />,
              tags: <TagsPanel />,
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
              comments: <CommentsPanel />,
              removals: <RemovalsPanel />,
              payments: <PaymentsPanel viewerId={user.id} />,
              audit: <AuditPanel />,
              mail: <MailPanel />,
              jobs: <JobsPanel />,
              status: <StatusPanel />,
            }}
          />
        ) : null}
      </Suspense>
    </RequireAdministrator>
  )
}
