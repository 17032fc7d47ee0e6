import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import type { Video } from '../../../../contract/schemas/videos/videos'
import { usePageTitle } from '../../../entities/settings/use-page-title'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { VerifyBanner } from '../../../features/account/credentials/verify-banner'
import { GuidelinesCard } from '../../../features/publish/upload/form/guidelines-card'
import { UploadForm } from '../../../features/publish/upload/form/upload-form'
import { useDraftKey } from '../../../features/publish/upload/form/use-draft-key'
import { lazyPart } from '../../../lib/lazy-part'
import { paths } from '../../../lib/paths'
import { invalidateVideos } from '../../../lib/query/invalidate-videos'
import { PageSpinner } from '../../../ui/feedback/page-spinner'
import { Spinner } from '../../../ui/feedback/spinner'
import { toast } from '../../../ui/feedback/toast'
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
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const draftKey = useDraftKey(user?.id, 'upload-video')
  usePageTitle('Upload Video')

  async function onPublished({ review }: Video) {
    toast({
      title: 'Video uploaded',
      description:
        review === 'pending'
          ? "It will go live once it's been reviewed."
          : "It will go live as soon as it's been processed.",
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
