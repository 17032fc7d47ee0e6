import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { useLongForm } from '#web/lib/form/use-long-form'
import type { Cut } from '#web/studio/studio'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { checkDetails, type VideoDetails } from '../draft/details'
import { type Draft, loadDraft } from '../draft/draft'
import { draftForFile } from '../draft/for-file'
import { titleOf } from '../draft/title-of'
import type { JobState } from '../job/job-state'
import { TrailerPicker } from '../poster/trailer-picker'
import { useKeptPoster } from '../poster/use-kept-poster'
import { usePoster } from '../poster/use-poster'
import { useTrailer } from '../poster/use-trailer'
import { limitText } from '../progress/limit-text'
import { lacksVideo, sourceMessages } from '../queue/lacks'
import type { QueueItem } from '../queue/queue-item'
import type { UploadQueue } from '../queue/upload-queue'
import { SourceTabs } from '../source/source-tabs'
import { useVideoJob } from '../source/use-video-job'
import { useWithLimits } from '../source/use-with-limits'
import { DetailsFields, VisibilityFields } from './details-fields'
import { LocationField } from './location-field'
import { VideoPanel } from './video-panel'

export interface UploadFormProps {
  queue: UploadQueue
  /** Its draft and upload survive a reload. */
  item: QueueItem
  /** Takes further files that are chosen at once. */
  onMore: (files: readonly File[]) => void
  /** Called when a complete form was submitted: the video follows as soon as it is uploaded. */
  onSubmitted?: () => void
  /** Renders the recorder, which hands over its recording, or null. */
  renderRecorder: (onDone: (recording: File | null) => Promise<boolean>) => ReactNode
  /** Shown beside the submit button. */
  children?: ReactNode
}

/** The form's values. The sections of the video and its thumbnail take part in its errors. */
type FormValues = VideoDetails & { video: null; thumbnail: null }

export function UploadForm({ queue, item, onMore, onSubmitted, renderRecorder, children }: UploadFormProps) {
  const draftKey = item.key
  const errorId = useId()
  const [draft, setDraft] = useState(() => loadDraft(draftKey))
  const { data: settings } = useQuery(settingsQuery)
  const { job, state, fetched, setCut, accept } = useVideoJob(draftKey, beginAnew)
  const withLimits = useWithLimits()
  const video = state.step === 'uploading' ? state.video : null
  const poster = useKeptPoster(usePoster(video), draft.poster, (kept) => change({ poster: kept }))
  const lacks = {
    video: item.isRestoring ? null : lacksVideo(state, draft.tab),
    thumbnail: video && !poster.picture && !poster.busy ? sourceMessages.thumbnail : null,
  }
  const form = useLongForm<FormValues>(
    { ...draft.details, video: null, thumbnail: null },
    (values) => ({ ...checkDetails(detailsOf(values)), ...lacks }),
    () => {
      if (queue.publish(draftKey)) onSubmitted?.()
    },
  )
  const details = detailsOf(form.values)
  const trailer = useTrailer(video, details.isPremium && draft.trailer.wanted, draft.trailer.start)
  const typed = JSON.stringify(details)

  function change(part: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...part }))
  }

  /** An import may end when another form is shown, so its change goes to the stored draft as well. */
  function changeUrl(part: Partial<Draft>) {
    queue.setDraft(draftKey, { ...loadDraft(draftKey), ...part })
    change(part)
  }

  useEffect(() => {
    queue.setDraft(draftKey, { ...draft, details: JSON.parse(typed) as VideoDetails })
  }, [queue, draftKey, draft, typed])

  const set = useRef(form.set)
  set.current = form.set
  const hasVideo = lacks.video === null
  // Both effects clear the sentence about the previous video or thumbnail, before the one below shows a new
  // refusal.
  useEffect(() => {
    if (hasVideo) set.current('video', null)
  }, [hasVideo])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture mends it
  useEffect(() => set.current('thumbnail', null), [draft.poster])

  const { refusal } = item
  const blame = useRef(form.blame)
  blame.current = form.blame
  const known = useRef(refusal)
  useEffect(() => {
    if (!refusal) return
    blame.current(refusal.fields)
    // The list shows a refusal from before the form was opened.
    if (refusal !== known.current) errorToast(refusal.title, refusal.sentence)
    known.current = refusal
  }, [refusal])

  /** Fits the form to another video; `title` is the one that its name gives. */
  function beginAnew(title = '') {
    form.set('video', null)
    form.set('thumbnail', null)
    poster.reset()
    const next = draftForFile({ ...draft, details }, title)
    if (next.details.title !== details.title) form.set('title', next.details.title)
    setDraft(next)
  }

  function changeTrailer(part: Partial<Draft['trailer']>) {
    setDraft((before) => ({ ...before, trailer: { ...before.trailer, ...part } }))
  }

  async function choose(file: File) {
    // The recorder names its own files.
    if (!queue.awaits(draftKey, file)) beginAnew(draft.tab === 'file' ? titleOf(file.name) : '')
    return (await withLimits((limits) => queue.choose(draftKey, file, limits))) ?? false
  }

  /** As a choice of the file, so that a reload meanwhile doesn't lose it. */
  function takeSound(place: number) {
    const file = job.chosenFile
    if (file) void withLimits((limits) => queue.choose(draftKey, file, limits, place))
  }

  function cut(part: Cut | null) {
    // In the part, the chosen second of the whole video would show another frame.
    if (poster.second !== null) poster.reset()
    changeTrailer({ start: null })
    void setCut(part)
  }

  function onSubmit(event: FormEvent) {
    const sentence = lacks.video ?? lacks.thumbnail
    if (sentence) errorToast('Upload Error', sentence)
    form.onSubmit(event)
  }

  // A file that has to be chosen again holds it up.
  const isOnItsWay = item.wanted && (item.isRestoring || state.step !== 'empty')
  const sourceError = form.errors.video ?? (state.step === 'empty' ? state.error : null)
  return (
    <form
      ref={form.ref}
      onSubmit={onSubmit}
      onBlur={form.onBlur}
      noValidate
      className="grid grid-cols-1 gap-8"
    >
      <SourceTabs
        tab={draft.tab}
        onTab={(tab) => change({ tab })}
        urlDraft={draft}
        onUrl={changeUrl}
        onFile={choose}
        onMore={onMore}
        fetched={fetched}
        errorId={form.errors.video && errorId}
        renderRecorder={renderRecorder}
        {...(settings ? { limits: settings } : {})}
      >
        {state.step === 'empty' ? null : (
          <VideoPanel
            job={job}
            state={state}
            poster={poster}
            posterError={form.errors.thumbnail}
            onCut={cut}
            onAccept={accept}
            onSound={takeSound}
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
      {sourceError ? (
        <div id={errorId}>
          <Alert tone="danger">{sourceError}</Alert>
        </div>
      ) : null}
      <DetailsFields form={form} />
      <VisibilityFields form={form} />
      <LocationField value={draft.location} onChange={(location) => change({ location })} />
      <div className="dock flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-bg py-3">
        <Button type="submit" variant="primary" size="lg" busy={isOnItsWay} className="max-sm:w-full">
          {isOnItsWay ? `Uploading Video...${percentOf(state)}` : 'Upload Video'}
        </Button>
        {children}
        {item.limitedUntil === null ? null : (
          <p role="status" className="text-dim text-meta">
            {limitText(item.limitedUntil)}
          </p>
        )}
      </div>
    </form>
  )
}

function detailsOf({ video, thumbnail, ...details }: FormValues): VideoDetails {
  return details
}

function percentOf(state: JobState): string {
  if (state.step !== 'uploading' || state.upload.phase === 'done') return ''
  return ` ${Math.floor((100 * state.upload.sentBytes) / state.upload.totalBytes)} %`
}
