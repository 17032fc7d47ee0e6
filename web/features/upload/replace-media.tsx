import { Alert } from '../../ui/alert'
import { FileChooser } from './file-chooser'
import { PosterPicker } from './poster-picker'
import { UploadProgress } from './upload-progress'
import type { FrameSource, Poster } from './use-poster'
import type { JobState, VideoJob } from './video-job'

export interface ReplaceMediaProps {
  job: VideoJob
  state: JobState
  poster: Poster
  /** The published video; null while there is nothing to take a frame from. */
  current: FrameSource | null
  currentPosterUrl: string | null
  onChoose: (file: File) => void
}

/** The file and the poster of a published video, to be replaced. Nothing changes before the form is saved. */
export function ReplaceMedia(props: ReplaceMediaProps) {
  const { job, state, poster, current, currentPosterUrl, onChoose } = props
  const replaced = state.step === 'uploading' ? state.video : null
  const video = replaced ?? current
  return (
    <div className="grid gap-6">
      {video ? (
        <PosterPicker video={video} poster={poster} currentUrl={replaced ? null : currentPosterUrl} />
      ) : null}
      <div className="grid gap-3">
        <p className="font-medium">Video file</p>
        {state.step === 'empty' ? (
          <FileChooser
            onChoose={onChoose}
            help="The new file takes the place of the old one when you save."
          />
        ) : (
          <UploadProgress job={job} state={state} />
        )}
        {state.step === 'empty' && state.error ? <Alert tone="danger">{state.error}</Alert> : null}
      </div>
    </div>
  )
}
