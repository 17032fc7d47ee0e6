import { useViewer } from '../../../entities/viewer/viewer-query'
import { paths } from '../../../lib/paths'
import { Badge } from '../../../ui/badge'
import { ButtonLink } from '../../../ui/button'

export function PremiumHero() {
  const { user, pending } = useViewer()
  return (
    <div className="relative isolate overflow-hidden border-line border-b">
      <div
        aria-hidden="true"
        className="-z-10 absolute inset-0 bg-[radial-gradient(90%_140%_at_12%_0%,color-mix(in_oklch,var(--color-gold)_20%,transparent),transparent_60%),radial-gradient(70%_120%_at_90%_100%,color-mix(in_oklch,var(--color-accent)_20%,transparent),transparent_65%)]"
      />
      <div className="page grid justify-items-start gap-4 py-12 sm:py-16">
        <Badge tone="gold">PREMIUM</Badge>
        <h1 className="max-w-2xl font-bold text-display sm:text-hero">Unlock Exclusive Adult Content</h1>
        <p className="max-w-xl text-dim sm:text-lead">
          Full length, full quality, and first to be seen: one membership opens every premium video on the
          site.
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
