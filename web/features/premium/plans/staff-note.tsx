import { newestToReview } from '#web/lib/navigation/admin-paths'
import { ButtonLink } from '#web/ui/button.tsx'

/** Tells staff why nothing is sold. */
export function StaffNote() {
  return (
    <div className="mt-2 grid gap-3 rounded-card border border-line bg-surface-1 p-4">
      <p className="text-dim text-meta">
        Only staff see this: sales are off because no premium video is public. They resume as soon as one is,
        for example once a waiting video is approved.
      </p>
      <ButtonLink to={newestToReview()} className="justify-self-start">
        Review the newest first
      </ButtonLink>
    </div>
  )
}
