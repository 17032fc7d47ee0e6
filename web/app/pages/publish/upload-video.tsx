import { Suspense } from 'react'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { VerifyBanner } from '../../../features/account/credentials/verify-banner'
import { queueForm } from '../../../features/publish/upload/form/draft-slot'
import { useDraftKey } from '../../../features/publish/upload/form/use-draft-key'
import { QueueForms } from '../../../features/publish/upload/queue/queue-forms'
import { lazyPart } from '../../../lib/lazy-part'
import { PageSpinner } from '../../../ui/feedback/page-spinner'
import { Spinner } from '../../../ui/feedback/spinner'
import { RequireSignIn } from '../../layouts/require-sign-in'

const Recorder = lazyPart(() => import('../../../features/publish/camera/camera-recorder'), 'CameraRecorder')

export function UploadVideoPage() {
  return (
    <RequireSignIn message="Please sign in to upload videos">
      <UploadVideo />
    </RequireSignIn>
  )
}

function UploadVideo() {
  const { user } = useViewer()
  const queueKey = useDraftKey(user?.id, queueForm)
  usePageTitle('Upload Video')

  if (queueKey === null) return <PageSpinner />
  return (
    <div className="page pt-6">
      <h1 className="mb-6 font-bold text-title">Upload Video</h1>
      <VerifyBanner className="mb-6" />
      <QueueForms
        queueKey={queueKey}
        renderRecorder={(onDone) => (
          <Suspense fallback={<Spinner className="mx-auto my-16 size-7" />}>
            <Recorder onDone={onDone} />
          </Suspense>
        )}
      />
    </div>
  )
}
