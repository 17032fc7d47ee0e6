import { adminTab } from '#web/lib/navigation/admin-paths'
import { ButtonLink } from '#web/ui/button.tsx'
import { ReviewNewest } from './review-newest'

/**
 * Leads staff to what brings sales back while no premium video is public: to the review queue if something waits
 * there, else to the premium videos.
 */
export function FillShelf({ waiting }: { waiting: number }) {
  return waiting > 0 ? (
    <ReviewNewest waiting={waiting} />
  ) : (
    <ButtonLink to={adminTab('content', { premium: 'true' })}>View premium videos</ButtonLink>
  )
}
