import { intentLifetimeMs } from './intent'

const slot = 'choose-lists'

/** The video whose lists are to be chosen on the page that the sign-in returns to. */
export interface Choosing {
  video: number
  /** When it was asked for, in milliseconds. */
  at: number
}

/** Keeps what was asked for, in this tab, until that page takes it. */
export function keepChoosing({ video, at }: Choosing): void {
  sessionStorage.setItem(slot, JSON.stringify({ video, at }))
}

/** Returns the video, once. */
export function claimChoosing(): number | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(slot) ?? 'null')
    forgetChoosing()
    return isKept(stored) && Date.now() - stored.at <= intentLifetimeMs ? stored.video : null
  } catch {
    return null
  }
}

export function forgetChoosing(): void {
  try {
    sessionStorage.removeItem(slot)
  } catch {
    // Nothing can be kept where the browser refuses storage.
  }
}

function isKept(value: unknown): value is Choosing {
  if (value === null || typeof value !== 'object') return false
  const { video, at } = value as Record<string, unknown>
  return Number.isInteger(video) && typeof at === 'number'
}
