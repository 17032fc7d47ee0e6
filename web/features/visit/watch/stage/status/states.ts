import type { Video } from '#contract/schemas/videos/video'
import type { Hold } from '#contract/values/videos/video'
import { formatTime } from '#web/lib/format'
import type { AlertProps } from '#web/ui/feedback/alert.tsx'

export interface VideoState {
  tone: NonNullable<AlertProps['tone']>
  title: string
  text: string
}

const holds: Record<Hold, VideoState> = {
  quarantine: {
    tone: 'warning',
    title: 'On hold',
    text: 'This video was reported and is under review. Until we decide, only administrators can watch or change it.',
  },
  removed: {
    tone: 'warning',
    title: 'Removed',
    text: 'This video was removed. Only administrators can see it.',
  },
  ban: {
    tone: 'warning',
    title: 'Uploader suspended',
    text: 'The account that published this video is suspended. Only administrators can see it.',
  },
  deletion: {
    tone: 'warning',
    title: 'Being deleted',
    text: 'The account that published this video is being deleted. Only administrators can see it.',
  },
  trash: {
    tone: 'warning',
    title: 'Deleted by its uploader',
    text: 'Only administrators can see it.',
  },
}

/**
 * Returns why the public can't see a video. Only its owner and administrators receive the status, so others
 * get an empty list.
 */
export function videoStates({ status, review, hold, reason, publishAt }: Video): VideoState[] {
  if (hold) return [holds[hold]]
  const states: VideoState[] = []
  if (status === 'processing') {
    states.push({
      tone: 'info',
      title: 'Processing',
      text: "We're checking the file. The video will appear here when that's done.",
    })
  }
  if (status === 'failed') {
    states.push({
      tone: 'danger',
      title: 'Processing failed',
      text: reason ?? "We couldn't read the file. Replace it with another one.",
    })
  }
  if (review === 'pending') {
    states.push({
      tone: 'info',
      title: 'Pending review',
      text: "Others can see this video once it's been approved.",
    })
  }
  if (review === 'rejected') {
    states.push({
      tone: 'warning',
      title: 'Rejected',
      text: `${reason ? `Reason: ${reason} ` : ''}Others can't see this video.`,
    })
  }
  if (publishAt) {
    states.push({
      tone: 'info',
      title: 'Scheduled',
      text:
        states.length > 0
          ? `It's set to go public on ${formatTime(publishAt)}, or later, once nothing above keeps it back.`
          : `It goes public on ${formatTime(publishAt)}. Until then only you and administrators can see it.`,
    })
  }
  return states
}
