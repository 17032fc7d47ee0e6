import { Pause, Play, RotateCcw, X } from 'lucide-react'
import { formatBytes, formatDuration } from '../../lib/format'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { ProgressBar } from '../../ui/progress-bar'
import type { UploadState } from './engine/upload'
import type { JobState, VideoJob } from './video-job'

export interface UploadProgressProps {
  job: VideoJob
  state: Exclude<JobState, { step: 'empty' }>
}

/** How far a video has come, with what can be done about it. */
export function UploadProgress({ job, state }: UploadProgressProps) {
  const upload = state.step === 'uploading' ? state.upload : null
  const share = upload ? upload.sentBytes / upload.totalBytes : null
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface-1 p-4">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate font-medium" title={state.name}>
          {state.name}
        </p>
        {upload && ['waiting', 'sending', 'offline'].includes(upload.phase) ? (
          <IconButton label="Pause upload" onClick={() => job.pause()}>
            <Pause className="size-4.5" />
          </IconButton>
        ) : null}
        {upload?.phase === 'paused' ? (
          <IconButton label="Resume upload" onClick={() => job.resume()}>
            <Play className="size-4.5" />
          </IconButton>
        ) : null}
        {upload?.phase === 'done' ? (
          <Button onClick={() => job.cancel()}>
            <RotateCcw aria-hidden="true" className="size-4" />
            Reset
          </Button>
        ) : (
          <IconButton label="Cancel upload" onClick={() => job.cancel()}>
            <X className="size-4.5" />
          </IconButton>
        )}
      </div>
      {state.step === 'preparing' ? (
        <ProgressBar label="Preparing" value={state.share} />
      ) : (
        <ProgressBar label="Uploading" value={share} />
      )}
      <p className="flex justify-between gap-4 text-faint text-meta tabular-nums">
        <span>{state.step === 'preparing' ? 'Preparing the video' : phaseText(state.upload)}</span>
        <span>{upload?.phase === 'sending' ? timeLeft(upload) : null}</span>
      </p>
      {upload?.phase === 'failed' ? (
        <Alert tone="danger" title="The upload stopped">
          <p>{upload.error}</p>
          {upload.canRetry ? (
            <Button className="mt-2" onClick={() => job.resume()}>
              Try again
            </Button>
          ) : null}
        </Alert>
      ) : null}
    </div>
  )
}

function phaseText({ phase, sentBytes, totalBytes }: UploadState): string {
  const amount = `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`
  switch (phase) {
    case 'waiting':
      return 'Starting the upload'
    case 'sending':
      return `Uploading, ${amount}`
    case 'offline':
      return `Waiting for the network, ${amount}`
    case 'paused':
      return `Paused, ${amount}`
    case 'finishing':
      return 'Checking the file'
    case 'done':
      return `Uploaded, ${formatBytes(totalBytes)}`
    case 'failed':
      return amount
    case 'cancelled':
      return 'Cancelled'
  }
}

function timeLeft({ rate, secondsLeft }: UploadState): string | null {
  if (rate === null || secondsLeft === null) return null
  return `${formatBytes(rate)}/s, ${formatDuration(secondsLeft)} left`
}
