import { SPEEDS } from '../core/speeds'

const STORAGE_KEY = 'player'

export interface PlayerPreferences {
  volume: number
  muted: boolean
  rate: number
}

/** What the viewer chose last time; anything missing, foreign or out of range is left out. */
export function readPreferences(): Partial<PlayerPreferences> {
  const stored = parse(readItem())
  const preferences: Partial<PlayerPreferences> = {}
  if (typeof stored.volume === 'number' && stored.volume >= 0 && stored.volume <= 1) {
    preferences.volume = stored.volume
  }
  if (typeof stored.muted === 'boolean') preferences.muted = stored.muted
  const rate = SPEEDS.find((speed) => speed === stored.rate)
  if (rate) preferences.rate = rate
  return preferences
}

export function writePreferences(preferences: PlayerPreferences): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences))
  } catch {
    // Storage is full or forbidden: the choice lasts for this page only.
  }
}

function readItem(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? '{}'
  } catch {
    return '{}'
  }
}

function parse(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
