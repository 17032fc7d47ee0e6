import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Video } from '../../../../../contract/schemas/videos/videos'
import { settingsQuery } from '../../../../entities/settings/settings-query'
import { ApiError } from '../../../../lib/api-error'
import { useLongForm } from '../../../../lib/use-long-form'
import type { Cut } from '../../../../studio/studio'
import { Button } from '../../../../ui/button'
import { Alert } from '../../../../ui/feedback/alert'
import { errorToast } from '../../../../ui/feedback/toast'
import { damageText } from '../job/damage-text'
import type { JobState } from '../job/job-state'
import { publishFailure, publishWith } from '../job/publish'
import { useVideoJob } from '../job/use-video-job'
import { TrailerPicker } from '../poster/trailer-picker'
import { wantsBlurred } from '../poster/upload-blurred'
import { useKeptPoster } from '../poster/use-kept-poster'
import { usePoster } from '../poster/use-poster'
import { useTrailer } from '../poster/use-trailer'
import { sourceMessages } from '../source/source-messages'
import { VideoPanel } from '../source/video-panel'
import { checkDetails, videoDetails } from './details'
import { DetailsFields, VisibilityFields } from './details-fields'
import { type Draft, endDraft, loadDraft, saveDraft } from './draft'
import { LocationField } from './location-field'
import { SourceTabs } from './source-tabs'

export interface UploadFormProps {
  /** Identifies this account's draft and upload, which survive a reload. */
  draftKey: string
  onPublished: (video: Video) => void
  /** Renders the recorder, which hands over its recording, or null. */
  renderRecorder: (onDone: (recording: File | null) => Promise<boolean>) => ReactNode
}

/** Errors by the server's names for the sections that show the video and its thumbnail. */
type SectionErrors = { video?: string; thumbnail?: string }

export function UploadForm({ draftKey, onPublished, renderRecorder }: UploadFormProps) {
  const [draft, setDraft] = useState(() => loadDraft(draftKey))
  // For a submit that waits for the file while the user keeps typing.
  const latest = useRef(draft)
  latest.current = draft
  const { data: settings } = useQuery(settingsQuery)
  const { job, state, choose: chooseFile, chooseFetched, setCut } = useVideoJob(draftKey)
  const video = state.step === 'uploading' ? state.video : null
  const poster = useKeptPoster(usePoster(video), draft.poster, (kept) => change({ poster: kept }))
  const [sectionErrors, setSectionErrors] = useState<SectionErrors>({})
  const { mutate, isPending } = useMutation({ mutationFn: publish, networkMode: 'always', onError: report })
  const form = useLongForm(draft.details, checkDetails, () => mutate())
  const details = form.values
  const trailer = useTrailer(video, details.isPremium && draft.trailer.wanted, draft.trailer.start)

  function change(part: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...part }))
  }

  useEffect(() => {
    saveDraft(draftKey, { ...draft, details })
  }, [draftKey, draft, details])

  function resetPictures() {
    poster.reset()
    changeTrailer({ start: null })
  }

  function changeTrailer(part: Partial<Draft['trailer']>) {
    setDraft((before) => ({ ...before, trailer: { ...before.trailer, ...part } }))
  }

  async function choose(file: File) {
    setSectionErrors({})
    resetPictures()
    return chooseFile(file)
  }

  async function chooseArrived(address: string, name: string) {
    setSectionErrors({})
    resetPictures()
    await chooseFetched(address, name)
  }

  function cut(part: Cut | null) {
    // A second of the whole video shows another frame in the part.
    if (poster.second !== null) poster.reset()
    changeTrailer({ start: null })
    void setCut(part)
  }

  async function publish() {
    const lacks: SectionErrors = {}
    if (state.step === 'empty') lacks.video = draft.tab === 'url' ? sourceMessages.url : sourceMessages.video
    else if (state.step === 'stuck') lacks.video = state.error
    else if (state.step === 'damaged') lacks.video = damageText(state.damage)
    else if (!poster.picture && !poster.busy && state.step === 'uploading')
      lacks.thumbnail = sourceMessages.thumbnail
    setSectionErrors(lacks)
    const sentence = lacks.video ?? lacks.thumbnail
    if (sentence) return errorToast('Upload Error', sentence)

    const finished = await job.finish()
    if (!finished) return errorToast('Upload Error', "Couldn't upload the video. Your text has been kept.")
    const thumbnailFile = await poster.upload()
    if (thumbnailFile === null) {
      setSectionErrors({ thumbnail: sourceMessages.thumbnail })
      return errorToast('Upload Error', sourceMessages.thumbnail)
    }
    // Includes changes made while the file was uploading.
    const typed = form.validCurrent()
    if (!typed) return
    const { location: locationData } = latest.current
    const { videoFile } = finished
    const blurredFile = wantsBlurred(typed) ? await poster.uploadBlurred() : null
    const files = { videoFile, thumbnailFile, locationData, ...(blurredFile ? { blurredFile } : {}) }
    // A video is published without a trailer rather than not at all.
    const [clip] = await Promise.allSettled([typed.isPremium ? trailer.upload() : null])
    const trailerFile = clip.status === 'fulfilled' ? clip.value : null
    const further = trailerFile ? { ...finished.further, trailerFile } : finished.further
    const published = await publishWith({ ...videoDetails.parse(typed), ...files }, further)
    await job.publishedAs(published.video.id, published.further)
    await endDraft(draftKey)
    onPublished(published.video)
    if (clip.status === 'rejected')
      errorToast('Trailer not added', 'The video was published without it. You can add one on the edit page.')
  }

  function report(error: Error) {
    errorToast('Upload failed', publishFailure(error))
    if (!(error instanceof ApiError)) return
    const { videoFile, thumbnailFile, ...fields } = error.fieldErrors
    setSectionErrors({
      ...(videoFile ? { video: videoFile } : {}),
      ...(thumbnailFile ? { thumbnail: thumbnailFile } : {}),
    })
    form.blame(fields)
  }

  const sourceError = sectionErrors.video ?? (state.step === 'empty' ? state.error : null)
  return (
    <form
      ref={form.ref}
      onSubmit={form.onSubmit}
      onBlur={form.onBlur}
      noValidate
      className="grid grid-cols-1 gap-8"
    >
      <SourceTabs
        tab={draft.tab}
        onTab={(tab) => change({ tab })}
        url={draft.url}
        importId={draft.importId}
        onUrl={change}
        onFile={choose}
        onArrived={chooseArrived}
        renderRecorder={renderRecorder}
        {...(settings ? { limits: settings } : {})}
      >
        {state.step === 'empty' ? null : (
          <VideoPanel
            job={job}
            state={state}
            poster={poster}
            posterError={poster.picture ? undefined : sectionErrors.thumbnail}
            onCut={cut}
          >
            {details.isPremium && video ? (
              <TrailerPicker
                video={video}
                trailer={trailer}
                wanted={draft.trailer.wanted}
                onWanted={(wanted) => changeTrailer({ wanted })}
                onStart={(start) => changeTrailer({ start })}
              />
            ) : null}
          </VideoPanel>
        )}
      </SourceTabs>
      {sourceError ? <Alert tone="danger">{sourceError}</Alert> : null}
      <DetailsFields form={form} />
      <VisibilityFields form={form} />
      <LocationField value={draft.location} onChange={(location) => change({ location })} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={isPending}
        className="justify-self-start max-sm:w-full"
      >
        {isPending ? `Uploading Video...${percentOf(state)}` : 'Upload Video'}
      </Button>
    </form>
  )
}

function percentOf(state: JobState): string {
  if (state.step !== 'uploading' || state.upload.phase === 'done') return ''
  return ` ${Math.floor((100 * state.upload.sentBytes) / state.upload.totalBytes)} %`
}
