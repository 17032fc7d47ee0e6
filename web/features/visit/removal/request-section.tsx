import { type ReactNode, useId } from 'react'
import { removalHours } from '#contract/values/moderation/safety'

/** Says above the form what follows from a request. */
export function RequestSection({ id, children }: { id: string; children: ReactNode }) {
  const title = useId()
  return (
    <section id={id} aria-labelledby={title} className="mt-12 border-line border-t pt-10">
      <h2 id={title} className="font-bold text-section">
        Request a removal
      </h2>
      <p className="mt-1 mb-6 text-dim">
        You don't need an account. You'll get a private page to follow your request, and a decision within{' '}
        {removalHours} hours. Don't send us any images or videos: the URL is all we need.
      </p>
      {children}
    </section>
  )
}
