import type { Video } from '#contract/schemas/videos/video'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { videoStates } from './states'

/** Loaded on demand. */
export function StateAlerts({ video }: { video: Video }) {
  const states = videoStates(video)
  if (states.length === 0) return null
  return (
    <div className="mt-4 grid gap-3">
      {states.map(({ tone, title, text }) => (
        <Alert key={title} tone={tone} title={title}>
          {text}
        </Alert>
      ))}
    </div>
  )
}
