import type { Quality } from '../core/qualities'
import { speeds } from '../core/speeds'

const storageKey = 'player'

export interface PlayerPreferences {
  volume: number
  muted: boolean
  rate: number
  quality: Quality
  /** Language of the captions last shown. */
  caption: string
  captionsOn: boolean
  /** Whether the next video starts by itself. */
  autoplayNext: boolean
}

/** What the viewer chose last time; anything missing, foreign or out of range is left out. */
export function readPreferences(): Partial<PlayerPreferences> {
  const stored = parse(readItem())
  const preferences: Partial<PlayerPreferences> = {}
  if (typeof stored.volume === 'number' && stored.volume >= 0 && stored.volume <= 1) {
    preferences.volume = stored.volume
  }
  if (typeof stored.muted === 'boolean') preferences.muted = stored.muted
  const rate = speeds.find((speed) => speed === stored.rate)
  if (rate) preferences.rate = rate
  if (stored.quality === 'auto' || (typeof stored.quality === 'number' && stored.quality > 0)) {
    preferences.quality = stored.quality
  }
  if (typeof stored.caption === 'string') preferences.caption = stored.caption
  if (typeof stored.captionsOn === 'boolean') preferences.captionsOn = stored.captionsOn
  if (typeof stored.autoplayNext === 'boolean') preferences.autoplayNext = stored.autoplayNext
  return preferences
}

/** What isn't named stays as it was. */
export function writePreferences(changes: Partial<PlayerPreferences>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...readPreferences(), ...changes }))
  } catch {
    // Storage is full or forbidden: the choice lasts for this page only.
  }
}

function readItem(): string {
  try {
    return localStorage.getItem(storageKey) ?? '{}'
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
