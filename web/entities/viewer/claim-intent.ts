import { safeReturnPath } from '../../lib/navigation/return-path'
import { returnParameter } from '../../lib/navigation/with-return-path'
import { type Intent, intentSlot, type KeptIntent } from './intent'

const lifetimeMs = 30 * 60_000

/** Returns the visitor's intent, once, at the end of the sign-in that was offered for it. */
export function claimIntent(): Intent | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(intentSlot) ?? 'null')
    sessionStorage.removeItem(intentSlot)
    if (!isKept(stored) || Date.now() - stored.at > lifetimeMs) return null
    const from = new URLSearchParams(location.search).get(returnParameter)
    return safeReturnPath(stored.from) === safeReturnPath(from) ? stored : null
  } catch {
    return null
  }
}

function isKept(value: unknown): value is KeptIntent {
  if (value === null || typeof value !== 'object') return false
  const { act, video, from, at } = value as Record<string, unknown>
  const known = act === 'like' || act === 'save' || act === 'choose lists'
  return known && Number.isInteger(video) && typeof from === 'string' && typeof at === 'number'
}
