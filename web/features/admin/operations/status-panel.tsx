import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { CircleCheck, CircleExclamationPoint, CircleQuestionMark } from 'lucide-react'
import type { HealthCheck } from '#contract/schemas/site/health'
import { healthNames } from '#contract/values/site/health'
import { formatTime } from '#web/lib/format'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { statusQuery } from './queries'
import { statusWords } from './status-words'

/** Renders the Status tab: whether every part of the site works, and whether anything has waited too long. */
export function StatusPanel() {
  const { data: health, error, refetch } = useQuery(statusQuery)
  // A check that passed a minute ago says nothing about now.
  if (error) return <LoadError error={error} onRetry={refetch} />
  if (!health) return <CardSkeletons label="Loading the status" className="h-16" />
  const { at, version, checks } = health
  const wrong = checks.filter(({ ok }) => ok === false).length
  return (
    <section aria-label="Status" className="grid gap-4">
      <h2 className={clsx('font-bold text-section', wrong > 0 && 'text-warning')}>
        {wrong === 0 ? 'Everything works' : wrong === 1 ? '1 problem' : `${wrong} problems`}
      </h2>
      <ul className="grid rounded-card border border-line bg-surface-1 [&>*+*]:border-line [&>*+*]:border-t">
        {checks.map((check) => (
          <li key={check.id}>
            <Check check={check} now={Date.parse(at)} />
          </li>
        ))}
      </ul>
      <p className="text-dim text-meta">
        Checked <time dateTime={at}>{formatTime(at)}</time>. Version{' '}
        <span className="break-all">{version}</span>.
      </p>
    </section>
  )
}

const marks = {
  well: { icon: <CircleCheck />, text: 'Working', className: 'text-success' },
  wrong: { icon: <CircleExclamationPoint />, text: 'Problem', className: 'text-warning' },
  unknown: { icon: <CircleQuestionMark />, text: 'Unknown', className: 'text-faint' },
} as const

function Check({ check, now }: { check: HealthCheck; now: number }) {
  const mark = marks[check.ok === null ? 'unknown' : check.ok ? 'well' : 'wrong']
  const { text, link } = statusWords(check, now)
  return (
    <div className="flex gap-3 px-4 py-3">
      <span aria-hidden="true" className={clsx('mt-0.5 shrink-0 [&>svg]:size-5', mark.className)}>
        {mark.icon}
      </span>
      <div className="grid flex-1 gap-x-6 gap-y-1 md:grid-cols-[1fr_auto] md:items-center">
        <div className="grid gap-0.5">
          <h3 className="font-medium">
            <span className="sr-only">{mark.text}: </span>
            {healthNames[check.id]}
          </h3>
          <p className="max-w-2xl text-dim text-meta">{text}</p>
        </div>
        {link ? (
          <TextLink to={link.to} className="flex min-h-10 items-center whitespace-nowrap">
            {link.label}
          </TextLink>
        ) : null}
      </div>
    </div>
  )
}
