import type { Problem } from '#contract/values/shared/errors'
import { ageCookie } from '#contract/values/shared/limits'
import { writeCookie } from '../../lib/dom/write-cookie'
import { type Refusal, refusalOf } from '../core/refusal'

/** What a new URL or a renewed session may end. */
const passing: readonly (Refusal | null)[] = ['not_found', 'forbidden', 'age_gate']

/** Longer than the site may answer from a copy of what it knew, which is ten seconds. */
const outdatedMs = 11_000

export interface Renewals {
  /** The one that was asked for when the file failed. */
  first: Promise<unknown> | undefined
  again: () => Promise<unknown> | undefined
  /** The file was refused, and a new URL should be used at once. */
  onNeeded: () => void
}

/** Returns why a file is refused also after a renewal; null if it isn't, or no longer. */
export async function readLastingRefusal(
  url: string,
  { first, again, onNeeded }: Renewals,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const refusal = await readRefusal(url, signal)
  if (!passing.includes(refusal)) return refusal
  onNeeded()
  await first
  // An expired URL is answered like a removed video's, and its first renewal may come from an old copy.
  if (refusal === 'not_found') {
    await new Promise((resolve) => setTimeout(resolve, outdatedMs))
    if (!signal.aborted) await again()
  }
  return readRefusal(url, signal)
}

/**
 * Asks for the first byte of a file that a media element couldn't load, since the element doesn't tell why.
 * Returns null if the file is there, or may soon be.
 */
async function readRefusal(url: string, signal: AbortSignal): Promise<Refusal | null> {
  try {
    const answer = await fetch(url, { headers: { range: 'bytes=0-0' }, cache: 'no-store', signal })
    if (answer.ok) {
      await answer.body?.cancel()
      return null
    }
    const problem: Partial<Problem> = await answer.json().catch(() => ({}))
    const refusal = refusalOf(answer.status, problem.code)
    return refusal === 'age_gate' && !reachesUs() ? 'cookies_blocked' : refusal
  } catch {
    return null
  }
}

/** Returns whether a confirmation could reach the site: the browser has none yet, and takes cookies. */
function reachesUs(): boolean {
  const { name, value } = ageCookie
  if (document.cookie.includes(`${name}=${value}`)) return false
  // `navigator.cookieEnabled` is true in a browser whose settings block them.
  writeCookie({ name, value: '0', maxAge: 60 })
  const taken = document.cookie.includes(`${name}=0`)
  writeCookie({ name, value: '', maxAge: 0 })
  return taken
}
