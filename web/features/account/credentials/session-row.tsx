import { useRef } from 'react'
import type { Session } from '#contract/schemas/accounts/account'
import { takeFocus } from '#web/lib/dom/take-focus'
import { formatTime } from '#web/lib/format'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useEndSession } from './mutations'

export interface SessionRowProps {
  session: Session
  /** Takes the focus when the row is removed. */
  heading: { current: HTMLHeadingElement | null }
}

export function SessionRow({ session, heading }: SessionRowProps) {
  const { device, country, createdAt, seenAt, isCurrent } = session
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending } = useEndSession(() => takeFocus(heading.current, button.current))

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5 first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device}
          {isCurrent ? <Badge tone="success">This device</Badge> : null}
        </p>
        <p className="text-dim text-meta">
          {country ? `${countryName(country)} · ` : null}
          {isCurrent ? (
            'Active now'
          ) : (
            <>
              Last active <time dateTime={seenAt}>{formatTime(seenAt)}</time>
            </>
          )}
        </p>
        <p className="text-faint text-meta">
          Signed in <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        </p>
      </div>
      {isCurrent ? null : (
        <Button
          ref={button}
          aria-label={`Sign out: ${device}`}
          busy={isPending}
          onClick={() => mutate(session)}
        >
          {isPending ? 'Signing out...' : 'Sign out'}
        </Button>
      )}
    </li>
  )
}

const countries = new Intl.DisplayNames('en', { type: 'region' })

/** Returns `Germany` for DE, or the code itself where it names no country, for example the one for Tor. */
function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}
