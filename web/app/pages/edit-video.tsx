import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Video } from '../../../contract/schemas/videos'
import { EditForm } from '../../features/edit/edit-form'
import { NotFoundPanel } from '../../features/edit/not-found-panel'
import { DetailsFields, VisibilityFields } from '../../features/upload/details-fields'
import { ReplaceMedia } from '../../features/upload/replace-media'
import { usePoster } from '../../features/upload/use-poster'
import { useVideoJob } from '../../features/upload/use-video-job'
import { paths } from '../../lib/paths'
import { videoQuery } from '../../lib/queries/videos'
import { useViewer } from '../../lib/queries/viewer'
import { invalidateVideos } from '../../lib/query-client'
import { usePageTitle } from '../../lib/use-page-title'
import { ButtonLink } from '../../ui/button'
import { LoadError } from '../../ui/load-error'
import { PageSpinner } from '../../ui/page-spinner'
import { toast } from '../../ui/toast'
import { RequireSignIn } from '../layouts/require-sign-in'

export function EditVideoPage() {
  return (
    <RequireSignIn message="Please sign in to edit videos">
      <OwnVideo />
    </RequireSignIn>
  )
}

function OwnVideo() {
  const id = Number(useParams().id)
  const known = Number.isSafeInteger(id) && id > 0
  const { data: video, error, refetch } = useQuery({ ...videoQuery(id), enabled: known })
  const { user } = useViewer()
  const navigate = useNavigate()
  const foreign = Boolean(video && user && video.userId !== user.id)
  usePageTitle('Edit Video')

  useEffect(() => {
    if (!foreign) return
    toast({ title: 'Unauthorized', description: 'You can only edit your own videos', variant: 'destructive' })
    navigate(paths.myVideos, { replace: true })
  }, [foreign, navigate])

  if (!known || video === null) return <NotFoundPanel />
  if (error && !video) return <LoadError error={error} onRetry={refetch} />
  if (!video || foreign) return <PageSpinner />
  return <EditVideo key={video.id} video={video} />
}

function EditVideo({ video }: { video: Video }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { job, state, choose } = useVideoJob(`edit-video:${video.id}`)
  const replaced = state.step === 'uploading' ? state.video : null
  const current = video.videoUrl && video.duration ? { file: video.videoUrl, duration: video.duration } : null
  const poster = usePoster(replaced ?? current, replaced !== null)

  async function finishMedia() {
    const videoFile = state.step === 'empty' ? null : await job.finish()
    if (state.step !== 'empty' && videoFile === null) throw new Error('The new file could not be uploaded.')
    // Asked for only now: a file that was still being prepared brings its own.
    const thumbnailFile = await poster.upload()
    return { ...(videoFile ? { videoFile } : {}), ...(thumbnailFile ? { thumbnailFile } : {}) }
  }

  async function onSaved() {
    await job.release()
    toast({ title: 'Video updated', description: 'Your changes have been saved.' })
    await navigate(paths.myVideos)
    await invalidateVideos(queryClient)
  }

  return (
    <div className="page pt-6">
      <div className="mb-6 flex items-center gap-3">
        <ButtonLink to={paths.myVideos} variant="ghost" className="-ml-3 px-3">
          <ArrowLeft aria-hidden="true" className="size-4.5" />
          Back
        </ButtonLink>
        <h1 className="font-bold text-title">Edit Video</h1>
      </div>
      <EditForm
        video={video}
        details={<DetailsFields />}
        visibility={<VisibilityFields />}
        media={
          <ReplaceMedia
            job={job}
            state={state}
            poster={poster}
            current={current}
            currentPosterUrl={video.thumbnailUrl}
            onChoose={choose}
          />
        }
        mediaChanged={state.step !== 'empty' || poster.isSet}
        finishMedia={finishMedia}
        onDiscard={() => job.cancel()}
        onSaved={onSaved}
      />
    </div>
  )
}
