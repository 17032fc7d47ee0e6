import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import type { Video } from '../../../contract/schemas/videos'
import { VerifyBanner } from '../../features/account-security/verify-banner'
import { GuidelinesCard } from '../../features/upload/guidelines-card'
import { UploadForm } from '../../features/upload/upload-form'
import { useDraftKey } from '../../features/upload/use-draft-key'
import { paths } from '../../lib/paths'
import { useViewer } from '../../lib/queries/viewer'
import { invalidateVideos } from '../../lib/query-client'
import { usePageTitle } from '../../lib/use-page-title'
import { PageSpinner } from '../../ui/page-spinner'
import { Spinner } from '../../ui/spinner'
import { toast } from '../../ui/toast'
import { RequireSignIn } from '../layouts/require-sign-in'

const Recorder = lazy(async () => ({
  default: (await import('../../features/camera/camera-recorder')).CameraRecorder,
}))

export function UploadVideoPage() {
  return (
    <RequireSignIn message="Please sign in to upload videos">
      <UploadVideo />
    </RequireSignIn>
  )
}

function UploadVideo() {
  const { user } = useViewer()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const draftKey = useDraftKey(user?.id, 'upload-video')
  usePageTitle('Upload Video')

  async function onPublished({ review }: Video) {
    toast({
      title: 'Video uploaded',
      description:
        review === 'pending'
          ? 'It appears publicly once it has been reviewed.'
          : 'It appears as soon as it has been processed.',
    })
    await navigate(paths.myVideos)
    await invalidateVideos(queryClient)
  }

  if (draftKey === null) return <PageSpinner />
  return (
    <div className="page pt-6">
      <h1 className="mb-6 font-bold text-title">Upload Video</h1>
      <VerifyBanner className="mb-6" />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-12">
        <UploadForm
          draftKey={draftKey}
          onPublished={onPublished}
          renderRecorder={(onDone) => (
            <Suspense fallback={<Spinner className="mx-auto my-16 size-7" />}>
              <Recorder onDone={onDone} />
            </Suspense>
          )}
        />
        <aside aria-label="Guidelines" className="lg:sticky lg:top-22">
          <GuidelinesCard />
        </aside>
      </div>
    </div>
  )
}
