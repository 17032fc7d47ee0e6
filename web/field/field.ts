import { onCLS, onINP, onLCP } from 'web-vitals'
import type { FieldReport } from '#contract/schemas/site/field-data'
import { type FieldRoute, fieldMost } from '#contract/values/site/field-data'
import { followAnswers } from './follow-answers'
import { followFaults } from './follow-faults'
import { followPlays } from './follow-plays'

// The worker writes this script into a sample of the documents. It imports nothing of the app, which loads without it,
// and tells how the document fared: once, when it is hidden for the first time.

const route = document.querySelector<HTMLScriptElement>('script[data-field]')?.dataset.field

/** A document that begins in the background loads when its browser likes. */
if (route !== undefined && document.visibilityState === 'visible') measure(route as FieldRoute)

function measure(route: FieldRoute): void {
  const report: FieldReport = { route }
  const note = (name: 'lcp' | 'inp' | 'cls') => (metric: { value: number }) => {
    report[name] = Math.min(metric.value, name === 'cls' ? fieldMost.shift : fieldMost.time)
  }
  onLCP(note('lcp'), { reportAllChanges: true })
  onINP(note('inp'), { reportAllChanges: true })
  onCLS(note('cls'), { reportAllChanges: true })
  const [plays, faults, answers] = [followPlays(), followFaults(), followAnswers()]

  let isOver = false
  function send(): void {
    if (isOver) return
    isOver = true
    // Turned on since the document was written.
    if (document.documentElement.classList.contains('discreet')) return
    const { errors, ...edge } = answers()
    const all = new Set([...faults(), ...errors])
    post({ ...report, ...plays(), ...edge, ...(all.size > 0 && { errors: [...all] }) })
  }
  // After the listeners of web-vitals, which complete their figures now.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
  // For browsers that don't hide a page before leaving it.
  addEventListener('pagehide', send)
}

/** Without cookies and referrer: the request says no more than its body does. */
function post(report: FieldReport): void {
  fetch('/api/field-data', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => undefined)
}
