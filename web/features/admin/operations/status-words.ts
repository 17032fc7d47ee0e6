import type { HealthCheck } from '#contract/schemas/site/health'
import { formatBytes } from '#contract/values/shared/bytes'
import { databaseBytesMax, databaseFill, type HealthId } from '#contract/values/site/health'
import { waitingCountMax } from '#contract/values/site/overview'
import { formatTime } from '#web/lib/format'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { formatSpan } from '#web/lib/time/time-words'

/** The result of a check, in words. */
export interface StatusWords {
  text: string
  /** Where to look into it. */
  link?: { to: string; label: string }
}

type Write = (check: HealthCheck, now: number) => StatusWords

/** Words the check of a service that responds or doesn't. */
const answering: Write = ({ ok, ms = 0 }) => ({
  text: ok ? `Responded in ${ms} ms.` : "Isn't responding.",
})

/** Words the check of a queue. */
const waiting: Write = ({ count = 0, since }, now) => ({
  text:
    count === 0 || !since
      ? 'None waiting.'
      : `${counted(count)} waiting, the oldest for ${spanOf(since, now)}.`,
})

const words: Record<HealthId, Write> = {
  database: answering,
  size: ({ bytes = 0 }) => ({
    text: [
      `${formatBytes(bytes)} of ${formatBytes(databaseBytesMax)}.`,
      ...(bytes < databaseFill.notable * databaseBytesMax
        ? []
        : ["It can't be made larger, so plan the next step now: docs/scale.md says what comes then."]),
    ].join(' '),
  }),
  storage: answering,
  settings: ({ ok }) => ({
    text: ok
      ? 'Matches the database.'
      : "Doesn't match the database, so recent changes may not apply everywhere. It's usually repaired within a minute.",
  }),
  cron: ({ since, tasks = [] }, now) => ({
    text: [
      since ? `Last ran ${spanOf(since, now)} ago.` : 'Not run yet.',
      ...(tasks.length > 0 ? [`Failing for a while: ${tasks.join(', ')}.`] : []),
    ].join(' '),
  }),
  files: waiting,
  imports: waiting,
  jobs: ({ count = 0 }) => ({
    text: count === 0 ? 'None.' : `${counted(count)} failed every attempt.`,
    link: { to: adminTab('jobs'), label: 'View jobs' },
  }),
  mail: ({ count = 0, since }, now) => ({
    text: [
      count === 0 ? 'None failed.' : `${counted(count)} couldn't be sent.`,
      since ? `Sending is ${spanOf(since, now)} late.` : 'None late.',
    ].join(' '),
    link: { to: adminTab('mail', { view: count === 0 ? 'waiting' : 'failed' }), label: 'View email' },
  }),
  payments: ({ count = 0 }) => ({
    text: count === 0 ? 'None.' : `${counted(count)} ${count === 1 ? 'needs' : 'need'} a decision.`,
    link: { to: adminTab('payments', { view: 'alerts' }), label: 'View alerts' },
  }),
  removals: ({ ok, since }) => ({
    text: !since ? 'None open.' : `${ok ? 'The next is due' : 'Overdue since'} ${formatTime(since)}.`,
    link: { to: adminTab('removals'), label: 'View requests' },
  }),
  scan: ({ count = 0, since }) => ({
    text: !since
      ? 'Not run yet.'
      : `Finished ${formatTime(since)}. ${count === 0 ? 'No' : counted(count)} ${count === 1 ? 'file' : 'files'} missing.`,
    link: { to: adminTab('storage'), label: 'View storage' },
  }),
}

export function statusWords(check: HealthCheck, now: number): StatusWords {
  if (check.ok === null) return { text: "Unknown while the database isn't responding." }
  return words[check.id](check, now)
}

function spanOf(since: string, now: number): string {
  return formatSpan(now - Date.parse(since))
}

function counted(count: number): string {
  return count >= waitingCountMax ? `${waitingCountMax} or more` : String(count)
}
