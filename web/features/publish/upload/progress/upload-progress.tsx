import { Pause, Play, RotateCcw, X } from 'lucide-react'
import { useContext } from 'react'
import type { FinishedUpload } from '#contract/schemas/uploads/upload'
import { formatBytes } from '#contract/values/shared/bytes'
import { paths } from '#web/lib/navigation/paths'
import { roughTime } from '#web/lib/time/rough-time'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { pausable, type UploadState } from '../engine/upload'
import type { JobState } from '../job/job-state'
import { flawSentence } from '../job/question-text'
import type { VideoJob } from '../job/video-job'
import { LadderNotes, LadderProgress } from './ladder-progress'
import { delayText, limitText } from './limit-text'
import { ProgressCard } from './progress-card'
import { ReplacedVideo, usePurposeWords } from './purpose'

export interface UploadProgressProps {
  job: VideoJob
  state: Exclude<JobState, { step: 'empty' }>
  /** Publishes a file with a flaw nevertheless. */
  onAccept: () => void
}

/** Shows a video's progress, with buttons to control it. */
export function UploadProgress({ job, state, onAccept }: UploadProgressProps) {
  const { whenUploaded } = usePurposeWords()
  if (state.step !== 'uploading') return <Preparation job={job} state={state} onAccept={onAccept} />
  const { upload, name } = state
  return (
    <ProgressCard
      name={name}
      label="Uploading"
      share={upload.sentBytes / upload.totalBytes}
      text={
        state.elsewhere ? 'This video is being worked on in another tab' : phaseText(upload, whenUploaded)
      }
      aside={upload.phase === 'sending' ? timeLeft(upload) : null}
      actions={<UploadActions job={job} phase={upload.phase} />}
    >
      {upload.phase === 'failed' ? (
        <Alert tone="danger" title="The upload was interrupted">
          <p>{upload.error}</p>
          {upload.canRetry ? (
            <Button className="mt-2" onClick={() => job.resume()}>
              {upload.isLost ? 'Upload again' : 'Try again'}
            </Button>
          ) : null}
        </Alert>
      ) : (
        <>
          {upload.result?.sameAs ? <SameFile video={upload.result.sameAs} /> : null}
          <LadderProgress state={state} />
          <LadderNotes
            state={state}
            onDecide={(wanted) => job.delivery?.decide(wanted)}
            onRetry={() => job.resume()}
          />
        </>
      )}
    </ProgressCard>
  )
}

function SameFile({ video }: { video: NonNullable<FinishedUpload['sameAs']> }) {
  const { again } = usePurposeWords()
  if (video.id === useContext(ReplacedVideo))
    return <Alert title="This is the file that the video has now">Choose another one to replace it.</Alert>
  return (
    <Alert title="You've uploaded this file before">
      <p>
        It's the file of <TextLink to={paths.video(video.id)}>{video.title}</TextLink>. {again}
      </p>
    </Alert>
  )
}

function Preparation({
  job,
  state,
  onAccept,
}: Omit<UploadProgressProps, 'state'> & {
  state: Exclude<UploadProgressProps['state'], { step: 'uploading' }>
}) {
  const words = usePurposeWords()
  const cancel = (
    <IconButton label="Cancel upload" onClick={() => job.cancel()}>
      <X className="size-4.5" />
    </IconButton>
  )
  if (state.step === 'stuck') {
    return (
      <Alert tone="danger" title="Couldn't create the selection">
        <p>{state.error}</p>
        <Button className="mt-2" onClick={() => job.cancel()}>
          Reset
        </Button>
      </Alert>
    )
  }
  if (state.step === 'damaged' || state.step === 'silent') {
    const [advice, act] =
      state.step === 'damaged'
        ? [`Try copying it again from the original device, or ${words.readablePart}.`, words.anyway]
        : [`Convert its audio to AAC and choose it again, or ${words.pictureAlone}.`, words.silent]
    return (
      <Alert tone="danger" title={`${flawSentence(state)} ${act}?`}>
        <p>{advice}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={onAccept}>{act}</Button>
          <Button variant="ghost" onClick={() => job.cancel()}>
            Choose another file
          </Button>
        </div>
      </Alert>
    )
  }
  const text = {
    fetching: 'Loading the video into the editor',
    preparing: state.cut ? 'Creating the selection' : 'Preparing the video',
  }[state.step]
  const isWaiting = state.step === 'preparing' && state.share === null
  return (
    <ProgressCard
      name={state.name}
      label="Preparing"
      share={isWaiting ? 0 : state.share}
      text={isWaiting ? 'Waiting for the video before it' : text}
      actions={cancel}
    />
  )
}

function UploadActions({ job, phase }: { job: VideoJob; phase: UploadState['phase'] }) {
  return (
    <>
      {pausable.includes(phase) ? (
        <IconButton label="Pause upload" onClick={() => job.pause()}>
          <Pause className="size-4.5" />
        </IconButton>
      ) : null}
      {phase === 'paused' ? (
        <IconButton label="Resume upload" onClick={() => job.resume()}>
          <Play className="size-4.5" />
        </IconButton>
      ) : null}
      {phase === 'done' ? (
        <Button onClick={() => job.cancel()}>
          <RotateCcw aria-hidden="true" className="size-4" />
          Reset
        </Button>
      ) : (
        <IconButton label="Cancel upload" onClick={() => job.cancel()}>
          <X className="size-4.5" />
        </IconButton>
      )}
    </>
  )
}

function phaseText(
  { phase, sentBytes, totalBytes, limitedUntil }: UploadState,
  whenUploaded: string,
): string {
  const amount = `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`
  switch (phase) {
    case 'waiting':
      return 'Starting the upload'
    case 'sending':
      return `Uploading, ${amount}`
    case 'offline':
      return `Waiting for a connection, ${amount}`
    case 'limited':
      return limitText(limitedUntil)
    case 'delayed':
      return delayText
    case 'paused':
      return `Paused, ${amount}`
    case 'finishing':
      return 'Checking the file'
    case 'done':
      return `Uploaded, ${formatBytes(totalBytes)}${whenUploaded}`
    case 'failed':
      return amount
    case 'cancelled':
      return 'Cancelled'
  }
}

function timeLeft({ rate, secondsLeft }: UploadState): string | null {
  if (rate === null || secondsLeft === null) return null
  return `${formatBytes(rate)}/s, ${roughTime(secondsLeft)} left`
}
