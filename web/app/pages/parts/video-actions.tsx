import { lazy, Suspense } from 'react'
import type { Video } from '../../../../contract/schemas/videos'
import { ReportButton } from '../../../features/report/report-button'
import { DownloadButton } from '../../../features/share/download-button'
import { ShareButton } from '../../../features/share/share-button'
import { useViewer } from '../../../lib/queries/viewer'
import SaveButton from '../../../ui/save-button'

/** Nobody else downloads them. */
const ModeratorActions = lazy(async () => ({
  default: (await import('../../../features/safety-admin/moderator-actions')).ModeratorActions,
}))
const PasswordPrompt = lazy(async () => ({
  default: (await import('../../../features/admin/password-prompt')).PasswordPrompt,
}))

/** The page doesn't wait for it, hence the default export. */
export default function VideoActions({ video }: { video: Video }) {
  const { user, can } = useViewer()
  return (
    <>
      <ShareButton video={video} />
      <SaveButton video={video} look="button" />
      <DownloadButton video={video} />
      {user?.id === video.userId ? null : <ReportButton video={video} />}
      {can('site.administer') ? (
        <Suspense>
          <ModeratorActions video={video} />
          <PasswordPrompt />
        </Suspense>
      ) : null}
    </>
  )
}
