import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingsQuery } from '#web/entities/settings/settings-query'
import type { Cut } from '#web/studio/studio'
import { TrimEditor } from '#web/studio/ui/trim-editor.tsx'
import type { JobState } from '../job/job-state'
import type { VideoJob } from '../job/video-job'
import { PosterPicker } from '../poster/poster-picker'
import type { Poster } from '../poster/use-poster'
import { SoundChoice } from '../progress/sound-choice'
import { UploadProgress } from '../progress/upload-progress'

export interface VideoPanelProps {
  job: VideoJob
  state: Exclude<JobState, { step: 'empty' }>
  poster: Poster
  posterError?: string | undefined
  onCut: (cut: Cut | null) => void
  /** Publishes a file with a flaw nevertheless. */
  onAccept: () => void
  /** Takes another sound of the chosen file, by its place. */
  onSound: (place: number) => void
  /** Shown below the poster. */
  children?: ReactNode
}

/** Shows the video so far: its progress, the part to publish, and its poster. */
export function VideoPanel(props: VideoPanelProps) {
  const { job, state, poster, posterError, onCut, onAccept, onSound, children } = props
  const { uncut, cut, sounds } = state
  const { data: settings } = useQuery(settingsQuery)
  return (
    <div className="grid grid-cols-1 gap-6">
      <UploadProgress job={job} state={state} onAccept={onAccept} />
      {sounds && state.step !== 'silent' ? (
        // Another choice of the file would drop the cut.
        <SoundChoice sounds={sounds} onChoose={job.chosenFile && !cut ? onSound : undefined} />
      ) : null}
      {uncut ? (
        <TrimEditor
          video={uncut.file}
          duration={uncut.duration}
          shortest={settings?.minDuration ?? 0}
          cut={cut}
          onChange={onCut}
        />
      ) : null}
      {state.step === 'uploading' ? (
        <PosterPicker video={state.video} poster={poster} error={posterError} />
      ) : null}
      {children}
    </div>
  )
}
