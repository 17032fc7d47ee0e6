import type { Problem } from '#contract/values/shared/errors'
import { ageCookie } from '#contract/values/shared/limits'
import { writeCookie } from '../../lib/dom/write-cookie'
import { type Refusal, refusalOf } from '../core/refusal'

/**
 * Asks for the first byte of a file that a media element couldn't load, since the element doesn't tell why.
 * Returns null if the file is there, or may soon be.
 */
export async function readRefusal(url: string, signal: AbortSignal): Promise<Refusal | null> {
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
