import { type ReactNode, useState } from 'react'
import type { PublicSettings } from '#contract/schemas/site/settings'
import { formatDuration } from '#contract/values/shared/duration'
import type { Cut } from '#web/studio/studio'
import { TrimEditor } from '#web/studio/ui/trim-editor.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import type { SourceTab } from '../draft/draft'
import type { FrameSource } from '../job/job-state'
import { PosterPicker } from '../poster/poster-picker'
import type { Poster } from '../poster/use-poster'
import { ReplacedVideo } from '../progress/purpose'
import { SourceTabs } from '../source/source-tabs'
import type { UrlDraft } from '../source/url-source'
import type { VideoJobUse } from '../source/use-video-job'
import { VideoPanel } from './video-panel'

export interface ReplaceMediaProps {
  videoId: number
  use: VideoJobUse
  poster: Poster
  /** The published video; null while there is nothing to take a frame from. */
  current: FrameSource | null
  currentPosterUrl: string | null
  onCut: (cut: Cut | null) => void
  /** The published video can't be loaded: its URL may have expired. */
  onTrouble: () => void
  settings: PublicSettings | undefined
  /** Shown below the poster. */
  children?: ReactNode
  renderRecorder: (onDone: (recording: File | null) => Promise<boolean>) => ReactNode
}

/** Replaces the file and the poster of a published video. Nothing changes until the form is saved. */
export function ReplaceMedia(props: ReplaceMediaProps) {
  const {
    videoId,
    use,
    poster,
    current,
    currentPosterUrl,
    onCut,
    onTrouble,
    renderRecorder,
    settings,
    children,
  } = props
  const { job, state, choose, fetched } = use
  const [tab, setTab] = useState<SourceTab>('file')
  const [urlDraft, setUrlDraft] = useState<UrlDraft>(noUrl)
  return (
    <ReplacedVideo value={videoId}>
      <div className="grid grid-cols-1 gap-6">
        {state.step === 'empty' && current ? (
          <>
            <TrimEditor
              video={current.file}
              duration={current.duration}
              shortest={settings?.minDuration ?? 0}
              cut={null}
              onChange={onCut}
              onTrouble={onTrouble}
            />
            <PosterPicker video={current} poster={poster} currentUrl={currentPosterUrl} />
            {children}
          </>
        ) : null}
        <div className="grid gap-3">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="font-medium">Video file</h2>
            {state.step === 'empty' && current ? (
              <p className="text-faint text-meta tabular-nums">
                {formatDuration(current.duration)}, read from the file.
              </p>
            ) : null}
          </div>
          <SourceTabs
            tab={tab}
            onTab={setTab}
            urlDraft={urlDraft}
            onUrl={(change) => setUrlDraft((before) => ({ ...before, ...change }))}
            onFile={choose}
            fetched={fetched}
            renderRecorder={renderRecorder}
            {...(settings ? { limits: settings } : {})}
          >
            {state.step === 'empty' ? null : (
              <VideoPanel
                job={job}
                state={state}
                poster={poster}
                onCut={onCut}
                onAccept={use.accept}
                onSound={use.chooseSound}
              >
                {children}
              </VideoPanel>
            )}
          </SourceTabs>
          {state.step === 'empty' && state.error ? <Alert tone="danger">{state.error}</Alert> : null}
          <p className="text-faint text-meta">
            The new file replaces the current one when you save. The page URL, views and likes stay the same.
            {settings?.requireContentApproval ? ' The video will be reviewed again before it goes live.' : ''}
          </p>
        </div>
      </div>
    </ReplacedVideo>
  )
}

const noUrl: UrlDraft = { url: '', importId: null, way: null }
