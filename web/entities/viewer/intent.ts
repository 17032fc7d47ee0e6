import { safeReturnPath } from '../../lib/return-path'

/** What a visitor asked for before signing in. */
export interface Intent {
  act: 'like' | 'save'
  video: number
}

const slot = 'after-sign-in'
const lifetimeMs = 30 * 60_000

/**
 * Remembers it in this tab alone, so that no other site can set it. `from` is the page to return to, by which
 * a later sign-in for another reason is told apart.
 */
export function rememberIntent(intent: Intent, from: string): void {
  try {
    sessionStorage.setItem(slot, JSON.stringify({ ...intent, from, until: Date.now() + lifetimeMs }))
  } catch {
    // Without storage the visitor signs in all the same, and presses again.
  }
}

/** Returns it once, at the end of the sign-in that was offered for it. */
export function claimIntent(): Intent | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(slot) ?? 'null')
    sessionStorage.removeItem(slot)
    if (!isRecord(stored) || stored.until < Date.now()) return null
    const from = new URLSearchParams(location.search).get('from')
    return safeReturnPath(stored.from) === safeReturnPath(from) ? stored : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Intent & { from: string; until: number } {
  if (value === null || typeof value !== 'object') return false
  const { act, video, from, until } = value as Record<string, unknown>
  const known = act === 'like' || act === 'save'
  return known && Number.isInteger(video) && typeof from === 'string' && typeof until === 'number'
}
