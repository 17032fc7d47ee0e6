import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { OwnVideoNotFound } from '#web/entities/video/own-video-not-found.tsx'
import { videoQuery } from '#web/entities/video/video-queries'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { keepCaptions, PlanChoice, planOf, planText } from '#web/features/publish/captions/caption-plan.tsx'
import { CaptionsEditor } from '#web/features/publish/captions/captions-editor.tsx'
import { cutCaptions, followPlan } from '#web/features/publish/captions/cut-captions'
import { CommentsSwitch } from '#web/features/publish/edit/comments-switch.tsx'
import { Corrections } from '#web/features/publish/edit/corrections.tsx'
import { EditForm, type ReplacedMedia } from '#web/features/publish/edit/edit-form.tsx'
import type { EditValues } from '#web/features/publish/edit/edit-values'
import { PictureAddress } from '#web/features/publish/edit/picture-address.tsx'
import { UnlistedLink } from '#web/features/publish/edit/unlisted-link.tsx'
import { useResubmit } from '#web/features/publish/own-videos/mutations'
import { DetailsFields, VisibilityFields } from '#web/features/publish/upload/form/details-fields.tsx'
import { ReplaceMedia } from '#web/features/publish/upload/form/replace-media.tsx'
import { useDraftKey } from '#web/features/publish/upload/form/use-draft-key'
import { fileFrom } from '#web/features/publish/upload/job/download-file'
import type { FinishedFiles, JobState } from '#web/features/publish/upload/job/job-state'
import { flawSentence } from '#web/features/publish/upload/job/question-text'
import { uploadBlurredFrom, wantsBlurred } from '#web/features/publish/upload/pictures/upload-blurred'
import { TrailerPicker } from '#web/features/publish/upload/poster/trailer-picker.tsx'
import { usePoster } from '#web/features/publish/upload/poster/use-poster'
import { useTrailer } from '#web/features/publish/upload/poster/use-trailer'
import { useVideoJob } from '#web/features/publish/upload/source/use-video-job'
import { lazyPart } from '#web/lib/lazy-part'
import { paths, readId } from '#web/lib/navigation/paths'
import { invalidateVideos } from '#web/lib/query/invalidate-videos'
import type { Cut } from '#web/studio/studio'
import { ButtonLink } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { PageSpinner } from '#web/ui/feedback/page-spinner.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { errorToast, toast } from '#web/ui/feedback/toast'
import { RequireSignIn } from '../../layouts/require-sign-in'

const Recorder = lazyPart(() => import('#web/features/publish/camera/camera-recorder.tsx'), 'CameraRecorder')

export function EditVideoPage() {
  return (
    <RequireSignIn message="Please sign in to edit videos">
      <OwnVideo />
    </RequireSignIn>
  )
}

function OwnVideo() {
  const id = readId(useParams().id)
  const { data: video, error, refetch } = useQuery({ ...videoQuery(id ?? 0), enabled: id !== null })
  const { user } = useViewer()
  const navigate = useNavigate()
  const draftKey = useDraftKey(user?.id, `edit-video:${id}`)
  const foreign = Boolean(video && user && video.userId !== user.id)
  usePageTitle('Edit Video')

  useEffect(() => {
    if (!foreign) return
    errorToast('Unauthorized', 'You can only edit your own videos')
    navigate(paths.myVideos, { replace: true })
  }, [foreign, navigate])

  if (id === null || video === null)
    return <OwnVideoNotFound text="The video you're trying to edit doesn't exist or has been removed." />
  if (error && !video) return <LoadError error={error} onRetry={refetch} />
  if (!video || foreign || draftKey === null) return <PageSpinner />
  return <EditVideo key={draftKey} video={video} draftKey={draftKey} />
}

/** No trailer is made of a published video until its uploader asks for one. */
const noTrailer: { wanted: boolean; start: number | null; removed: boolean } = {
  wanted: false,
  start: null,
  removed: false,
}

function EditVideo({ video, draftKey }: { video: Video; draftKey: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: settings } = useQuery(settingsQuery)
  const { mutateAsync: resubmit } = useResubmit()
  const use = useVideoJob(draftKey, dropSeconds)
  const { job, state, setCut, cutPublished } = use
  const replaced = state.step === 'uploading' ? state.video : null
  const current = video.videoUrl && video.duration ? { file: video.videoUrl, duration: video.duration } : null
  const shown = replaced ?? current
  const poster = usePoster(shown, replaced !== null)
  const [newTrailer, setNewTrailer] = useState(noTrailer)
  const trailer = useTrailer(shown, newTrailer.wanted, newTrailer.start)
  const [captionPlan, setCaptionPlan] = useState(keepCaptions)

  /** False where the new file is a part of the video itself: its captions are cut like it. */
  const asksForCaptions = video.captions.length > 0 && state.step !== 'empty' && job.publishedCut === null

  /** In another file or part, the chosen seconds would show other frames. */
  function dropSeconds() {
    if (poster.second !== null) poster.reset()
    setNewTrailer((before) => ({ ...before, start: null }))
  }

  /** Makes the first cut from the published file, and later ones from the local copy that exists by then. */
  function cut(part: Cut | null) {
    dropSeconds()
    if (state.step !== 'empty') void setCut(part)
    else if (part && video.videoUrl)
      void cutPublished(video.title, fileFrom(video.videoUrl, video.title, renewAddress), part)
  }

  /** Gets the address of the published file again, which expires after a day or two. */
  async function renewAddress() {
    const renewed = await queryClient.fetchQuery({ ...videoQuery(video.id), staleTime: 0 })
    return renewed?.videoUrl
  }

  async function finishMedia(): Promise<ReplacedMedia> {
    if (asksForCaptions && planOf(captionPlan) === null)
      throw new Error('Enter by how many seconds to shift the captions.')
    let finished: FinishedFiles | null = null
    if (state.step !== 'empty') {
      finished = await job.finish()
      if (!finished) throw new Error(whyUnfinished(job.getState()))
    }
    // Awaited only now: a file that was still being prepared brings its own poster.
    const thumbnailFile = await poster.upload()
    const trailerFile = newTrailer.wanted ? await trailer.upload() : null
    const takenAway = newTrailer.removed && { trailerFile: null }
    return {
      ...(finished ? { videoFile: finished.videoFile } : {}),
      ...(thumbnailFile ? { thumbnailFile } : {}),
      ...(trailerFile ? { trailerFile } : takenAway),
    }
  }

  async function finishBlurred(typed: EditValues) {
    if (!wantsBlurred(typed)) return {}
    const { blurredUrl, thumbnailUrl } = video
    const ofCurrent = () => (blurredUrl || !thumbnailUrl ? null : uploadBlurredFrom(thumbnailUrl))
    const blurredFile = (await poster.uploadBlurred()) ?? (await ofCurrent())
    return blurredFile ? { blurredFile } : {}
  }

  async function onSaved(saved: Video, { videoFile }: ReplacedMedia, isResubmit: boolean) {
    const { publishedCut } = job
    if (videoFile) await job.publishedAs(video.id, null)
    const isCut = videoFile && publishedCut
    const plan = videoFile && !isCut && saved.captions.length > 0 ? planOf(captionPlan) : null
    const unchanged = isCut ? await cutCaptions(saved, publishedCut) : plan && (await followPlan(saved, plan))
    if (isResubmit) {
      // The refusal was shown already, and the saved changes stay.
      await resubmit(video.id).catch(() => null)
    } else {
      const review =
        videoFile && saved.review === 'pending' ? " The new file will go live once it's been reviewed." : ''
      const captions = plan && !unchanged ? ` ${planText(plan)}` : ''
      toast({ title: 'Video updated', description: `Your changes have been saved.${review}${captions}` })
    }
    if (unchanged) errorToast(isCut ? "Captions weren't trimmed" : "Captions weren't changed", unchanged)
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
      <Corrections videoId={video.id} />
      <EditForm
        video={video}
        renderDetails={(form) => <DetailsFields form={form} />}
        renderVisibility={(form) => (
          <div className="grid gap-5">
            <VisibilityFields
              form={form}
              link={
                video.unlistedKey ? <UnlistedLink id={video.id} unlistedKey={video.unlistedKey} /> : undefined
              }
            />
            {settings?.commentsEnabled ? <CommentsSwitch form={form} /> : null}
          </div>
        )}
        renderMedia={(form) => (
          <ReplaceMedia
            videoId={video.id}
            use={use}
            poster={poster}
            current={current}
            currentPosterUrl={video.thumbnailUrl}
            onCut={cut}
            onTrouble={() => void renewAddress().catch(() => null)}
            settings={settings}
            renderRecorder={(onDone) => (
              <Suspense fallback={<Spinner className="mx-auto my-16 size-7" />}>
                <Recorder onDone={onDone} />
              </Suspense>
            )}
          >
            {state.step === 'empty' && !poster.isSet ? <PictureAddress form={form} /> : null}
            {form.values.isPremium && shown ? (
              <TrailerPicker
                video={shown}
                trailer={trailer}
                wanted={newTrailer.wanted}
                onWanted={(wanted) => setNewTrailer((before) => ({ ...before, wanted, removed: false }))}
                onStart={(start) => setNewTrailer({ wanted: true, start, removed: false })}
                removed={newTrailer.removed}
                onRemoved={(removed) => setNewTrailer((before) => ({ ...before, removed }))}
                currentUrl={replaced ? null : video.trailerUrl}
              />
            ) : null}
            {asksForCaptions ? <PlanChoice value={captionPlan} onChange={setCaptionPlan} /> : null}
          </ReplaceMedia>
        )}
        mediaChanged={state.step !== 'empty' || poster.isSet || newTrailer.wanted || newTrailer.removed}
        finishMedia={finishMedia}
        finishBlurred={finishBlurred}
        onDiscard={() => job.cancel()}
        onSaved={onSaved}
      />
      <div className="mt-10 lg:max-w-[calc(100%-448px)]">
        <CaptionsEditor video={video} />
      </div>
    </div>
  )
}

function whyUnfinished(state: JobState): string {
  return state.step === 'damaged' || state.step === 'silent'
    ? `${flawSentence(state)} Decide first whether to use it.`
    : "Couldn't upload the new file."
}
