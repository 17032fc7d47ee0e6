import { PosterPicker } from './poster-picker'
import { UploadProgress } from './upload-progress'
import type { Poster } from './use-poster'
import type { JobState, VideoJob } from './video-job'

export interface VideoPanelProps {
  job: VideoJob
  state: Exclude<JobState, { step: 'empty' }>
  poster: Poster
  posterError?: string | undefined
}

/** What there is of the video so far: its progress, and its poster as soon as one can be made. */
export function VideoPanel({ job, state, poster, posterError }: VideoPanelProps) {
  return (
    <div className="grid gap-6">
      <UploadProgress job={job} state={state} />
      {state.step === 'uploading' ? (
        <PosterPicker video={state.video} poster={poster} error={posterError} />
      ) : null}
    </div>
  )
}
