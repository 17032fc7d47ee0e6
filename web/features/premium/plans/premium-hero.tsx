import type { User } from '#contract/schemas/accounts/auth'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'
import { useLocalDate } from '#web/lib/time/use-local-date'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useShelf } from './use-shelf'

export function PremiumHero() {
  const { user, pending, can } = useViewer()
  const { isEmpty } = useShelf()
  const greeted = user && can('video.playPremium') ? user : null
  return (
    <div className="relative isolate overflow-hidden border-line border-b">
      <div
        aria-hidden="true"
        className="-z-10 absolute inset-0 bg-[radial-gradient(90%_140%_at_12%_0%,color-mix(in_oklch,var(--color-gold)_20%,transparent),transparent_60%),radial-gradient(70%_120%_at_90%_100%,color-mix(in_oklch,var(--color-accent)_20%,transparent),transparent_65%)]"
      />
      <div className="page grid justify-items-start gap-4 py-12 sm:py-16">
        <Badge tone="gold">PREMIUM</Badge>
        {/* A long name without spaces must not widen the page. */}
        <h1 className="wrap-anywhere max-w-2xl font-bold text-display sm:text-hero">
          {greeted ? `Welcome back, ${greeted.username}` : 'Unlock Exclusive Adult Content'}
        </h1>
        <p className="max-w-xl text-dim sm:text-lead">
          {greeted ? (
            <Unlocked user={greeted} />
          ) : isEmpty ? (
            'One membership unlocks every premium video. There are none right now.'
          ) : (
            'One membership unlocks every premium video, in full length and top quality.'
          )}
        </p>
        {user || pending ? null : (
          <div className="mt-2 flex flex-wrap gap-3">
            <ButtonLink to={paths.signIn} variant="gold">
              Sign In
            </ButtonLink>
            <ButtonLink to={paths.signUp}>Sign Up</ButtonLink>
          </div>
        )}
      </div>
    </div>
  )
}

/** Administrators watch premium videos without a term. */
function Unlocked({ user: { isPremium, premiumUntil } }: { user: User }) {
  const end = useLocalDate(premiumUntil)
  return isPremium && end
    ? `Every premium video is unlocked for you until ${end}.`
    : 'Every premium video is unlocked for you.'
}
