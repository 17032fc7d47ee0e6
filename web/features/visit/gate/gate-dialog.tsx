import clsx from 'clsx'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { minimumAge } from '#contract/values/shared/limits'
import { neutralPage } from '#contract/values/site/exit'
import { gateWords } from '#contract/values/site/gate-words'
import { legalPages } from '#contract/values/site/legal'
import { useLogo, useSiteName } from '#web/entities/settings/settings-query'
import { useFirstArrival, useHydrated } from '#web/lib/first-screen/values'
import { legalTitles, paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

export function GateDialog({ onConfirm }: { onConfirm: () => void }) {
  const [denied, setDenied] = useState(false)
  return denied ? <Denied /> : <Question onConfirm={onConfirm} onDeny={() => setDenied(true)} />
}

function Question({ onConfirm, onDeny }: { onConfirm: () => void; onDeny: () => void }) {
  return (
    <GateFrame
      key="question"
      title="This site is for adults only"
      text={`This site contains adult material and is not suitable for minors. ${gateWords.claim}`}
    >
      <Button variant="primary" size="lg" onClick={onConfirm}>
        {gateWords.yes}
      </Button>
      <Button size="lg" onClick={onDeny}>
        {gateWords.no}
      </Button>
    </GateFrame>
  )
}

function Denied() {
  return (
    <GateFrame
      key="denied"
      title="Access Denied"
      text={`You must be at least ${minimumAge} and have reached the age of majority where you live to enter this site.`}
    >
      <Button variant="primary" size="lg" onClick={() => location.assign(neutralPage)}>
        Exit Site
      </Button>
    </GateFrame>
  )
}

interface GateFrameProps {
  title: string
  text: string
  children: ReactNode
}

function GateFrame({ title, text, children }: GateFrameProps) {
  const id = useId()
  const dialog = useRef<HTMLDivElement>(null)
  // A gate in the HTML is there at once, and doesn't rise.
  const isRising = useHydrated() === null
  useFirstArrival()

  useEffect(() => {
    // One of its links may have the focus already.
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus()
  }, [])

  return (
    <div
      ref={dialog}
      role="dialog"
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
      className="fixed inset-0 z-50 grid overflow-y-auto bg-bg"
    >
      <Glow />
      <div
        className={clsx(
          'relative m-auto grid w-full max-w-lg justify-items-center gap-5 px-6 py-12 text-center',
          isRising && 'animate-rise',
        )}
      >
        <Wordmark name={useSiteName()} logo={useLogo()} />
        <div
          aria-hidden="true"
          className="mt-4 grid size-20 place-items-center rounded-full border-2 border-accent/70 bg-accent/10 font-bold text-[1.625rem] text-accent tracking-[-0.02em]"
        >
          {minimumAge}+
        </div>
        <h1 id={`${id}-title`} className="font-bold text-display sm:text-hero">
          {title}
        </h1>
        <p id={`${id}-text`} className="max-w-md text-dim">
          {text}
        </p>
        <div className="mt-3 flex w-full flex-col justify-center gap-3 sm:flex-row">{children}</div>
        <nav aria-label="Legal" className="mt-6 flex flex-wrap justify-center gap-x-5 text-faint text-meta">
          {legalPages.map((page) => (
            <Link key={page} to={paths.legal(page)} className="py-2.5 hover:text-text">
              {legalTitles[page]}
            </Link>
          ))}
        </nav>
      </div>
    </div>
  )
}

/** Renders light behind frosted glass: colour without a picture, since none may be shown yet. */
function Glow() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 bg-[radial-gradient(60vmax_50vmax_at_12%_8%,color-mix(in_oklch,var(--color-accent)_26%,transparent),transparent),radial-gradient(55vmax_45vmax_at_92%_96%,oklch(0.42_0.17_300/0.42),transparent),radial-gradient(30vmax_24vmax_at_78%_30%,color-mix(in_oklch,var(--color-gold)_9%,transparent),transparent)]"
    />
  )
}
