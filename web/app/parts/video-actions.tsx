import { Suspense } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { SaveButton } from '../../entities/video/saved/save-button'
import { useViewer } from '../../entities/viewer/viewer-query'
import { SaveToButton } from '../../features/account/lists/save-to-button'
import { ReportButton } from '../../features/visit/report/report-button'
import { DownloadButton } from '../../features/visit/share/download-button'
import { ShareButton } from '../../features/visit/share/share-button'
import { lazyExtra } from '../../lib/lazy-part'

/** Downloaded by moderators and administrators only. */
const ModeratorActions = lazyExtra(
  () => import('../../features/admin/safety/moderator-actions'),
  'ModeratorActions',
)
const PasswordPrompt = lazyExtra(() => import('../../entities/viewer/password-prompt'), 'PasswordPrompt')

/** Loaded on demand, after the page. */
export function VideoActions({ video }: { video: Video }) {
  const { user, can } = useViewer()
  return (
    <>
      <ShareButton video={video} />
      <div className="flex gap-px">
        <SaveButton video={video} look="button" className="rounded-e-none!" />
        <SaveToButton video={video} />
      </div>
      <DownloadButton video={video} />
      {user?.id === video.userId ? null : <ReportButton video={video} />}
      {can('case.decide') ? (
        <Suspense>
          <ModeratorActions video={video} />
          <PasswordPrompt />
        </Suspense>
      ) : null}
    </>
  )
}
