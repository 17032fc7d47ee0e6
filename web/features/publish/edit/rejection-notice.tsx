import { Alert } from '#web/ui/feedback/alert.tsx'

/** Shows why a review rejected the video, where it can be changed. */
export function RejectionNotice({ reason, className }: { reason: string | null; className?: string }) {
  return (
    <Alert tone="warning" title="This video was rejected" className={className ?? ''}>
      <p className="wrap-anywhere text-text">{reason}</p>
      <p>No one else can see it. Fix the problem, then resubmit it for review.</p>
    </Alert>
  )
}
