import { Suspense } from 'react'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { lazyPart } from '../../../lib/lazy-part'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { RequireAdministrator } from '../../layouts/require-administrator'

// Loaded behind the guard, so that only staff download it; each panel loads with its tab.
const ControlPanel = lazyPart(
  () => import('../../../features/admin/control-panel/control-panel'),
  'ControlPanel',
)
const OverviewPanel = lazyPart(
  () => import('../../../features/admin/overview/overview-panel'),
  'OverviewPanel',
)
const ContentPanel = lazyPart(() => import('../../../features/admin/content/content-panel'), 'ContentPanel')
const PendingContent = lazyPart(
  () => import('../../../features/admin/review/pending-content'),
  'PendingContent',
)
const ChangedContent = lazyPart(
  () => import('../../../features/admin/changes/changed-content'),
  'ChangedContent',
)
const CorrectVideo = lazyDialog(() => import('../../parts/correct-video'), 'CorrectVideo')
const CategoriesPanel = lazyPart(
  () => import('../../../features/admin/categories/categories-panel'),
  'CategoriesPanel',
)
const TagsPanel = lazyPart(() => import('../../../features/admin/tags/tags-panel'), 'TagsPanel')
const UsersPanel = lazyPart(() => import('../../../features/admin/users/users-panel'), 'UsersPanel')
const SettingsPanel = lazyPart(
  () => import('../../../features/admin/settings/settings-panel'),
  'SettingsPanel',
)
const StoragePanel = lazyPart(() => import('../../../features/admin/storage/storage-panel'), 'StoragePanel')
const ReportsPanel = lazyPart(() => import('../../../features/admin/safety/reports-panel'), 'ReportsPanel')
const RemoveVideoDialog = lazyDialog(
  () => import('../../../features/admin/safety/remove-video-dialog'),
  'RemoveVideoDialog',
)
const CaseViewer = lazyDialog(() => import('../../../features/admin/review/case-viewer'), 'CaseViewer')
const RemovalsPanel = lazyPart(() => import('../../../features/admin/safety/removals-panel'), 'RemovalsPanel')
const CommentsPanel = lazyPart(
  () => import('../../../features/admin/comments/comments-panel'),
  'CommentsPanel',
)
const PaymentsPanel = lazyPart(
  () => import('../../../features/admin/payments/payments-panel'),
  'PaymentsPanel',
)
const AuditPanel = lazyPart(() => import('../../../features/admin/operations/audit-panel'), 'AuditPanel')
const RecentChanges = lazyPart(
  () => import('../../../features/admin/operations/recent-changes'),
  'RecentChanges',
)
const MailPanel = lazyPart(() => import('../../../features/admin/operations/mail-panel'), 'MailPanel')
const JobsPanel = lazyPart(() => import('../../../features/admin/operations/jobs-panel'), 'JobsPanel')
const StatusPanel = lazyPart(() => import('../../../features/admin/operations/status-panel'), 'StatusPanel')

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
