import { waitingCountMax } from '#contract/values/site/overview'
import { newestToReview } from '#web/lib/navigation/admin-paths'
import { ButtonLink } from '#web/ui/button.tsx'

/** Leads to the review queue, the newest first, and says how many videos wait there. Nothing where none does. */
export function ReviewNewest({ waiting }: { waiting: number }) {
  if (waiting === 0) return null
  const count = waiting >= waitingCountMax ? `${waitingCountMax}+` : waiting
  return <ButtonLink to={newestToReview()}>Review the newest first ({count})</ButtonLink>
}
