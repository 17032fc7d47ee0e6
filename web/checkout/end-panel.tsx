import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { paths } from '../lib/navigation/paths'
import { PlainLink } from './plain-link'
import type { End } from './steps'

/** Shows the outcome on a full page, and a link onwards. */
export function EndPanel({ end, from }: { end: End; from: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const bought = end.type === 'bought'
  return (
    <section
      aria-label={end.title}
      className={clsx(
        'grid justify-items-center gap-3 rounded-panel border px-5 py-8 text-center',
        bought ? 'border-success/40 bg-success/6' : 'border-warning/40 bg-warning/6',
      )}
    >
      <h2 ref={heading} tabIndex={-1} className="font-bold text-section">
        {end.title}
      </h2>
      <p className="text-dim">{end.text}</p>
      {bought ? null : <p className="text-dim text-meta">No need to pay again.</p>}
      <div className="mt-2 grid justify-items-center gap-2">
        <PlainLink button href={bought ? withoutChoice(from) : paths.subscription}>
          {bought ? 'Continue' : 'View my payments'}
        </PlainLink>
        {bought ? <PlainLink href={paths.subscription}>View my subscription</PlainLink> : null}
      </div>
    </section>
  )
}

/**
 * Returns the page where the checkout began, without the choice, which is bought and must not be offered
 * again.
 */
function withoutChoice(from: string): string {
  // The path stays as the server checked it. A parsed one can begin with two slashes, which lead to another
  // site.
  const [path = paths.premium, query] = from.split('?')
  const rest = new URLSearchParams(query)
  for (const name of ['plan', 'currency']) rest.delete(name)
  return rest.size > 0 ? `${path}?${rest}` : path
}
