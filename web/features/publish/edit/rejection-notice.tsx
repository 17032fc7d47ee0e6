import { Alert } from '../../../ui/feedback/alert'

/** Shows why a review rejected the video, where it can be changed. */
export function RejectionNotice({ reason, className }: { reason: string | null; className?: string }) {
  return (
    <Alert tone="warning" title="This video was rejected" className={className ?? ''}>
      <p className="wrap-anywhere text-text">{reason}</p>
      <p>Nobody else can see it. Change what is wrong, then send it in again for another review.</p>
    </Alert>
  )
}
