import { Suspense } from 'react'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { VerifyBanner } from '#web/features/account/credentials/verify-banner.tsx'
import { queueForm } from '#web/features/publish/upload/draft/draft-slot'
import { QueueForms } from '#web/features/publish/upload/form/queue-forms.tsx'
import { useDraftKey } from '#web/features/publish/upload/form/use-draft-key'
import { lazyPart } from '#web/lib/lazy-part'
import { PageSpinner } from '#web/ui/feedback/page-spinner.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { RequireSignIn } from '../../layouts/require-sign-in'

const Recorder = lazyPart(() => import('#web/features/publish/camera/camera-recorder.tsx'), 'CameraRecorder')

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
