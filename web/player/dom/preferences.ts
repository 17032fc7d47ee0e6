import type { Quality } from '../core/qualities'
import { speeds } from '../core/speeds'

const storageKey = 'player'
const switches = ['muted', 'captionsOn', 'autoplayNext'] as const

export interface PlayerPreferences {
  volume: number
  muted: boolean
  rate: number
  quality: Quality
  /** Language of the captions last shown. */
  caption: string
  captionsOn: boolean
  /** Whether the next video starts automatically. */
  autoplayNext: boolean
}

/** Reads the viewer's last choices, without anything missing, unknown or out of range. */
export function readPreferences(): Partial<PlayerPreferences> {
  const stored = parse(readItem())
  const preferences: Partial<PlayerPreferences> = {}
  if (typeof stored.volume === 'number' && stored.volume >= 0 && stored.volume <= 1) {
    preferences.volume = stored.volume
  }
  const rate = speeds.find((speed) => speed === stored.rate)
  if (rate) preferences.rate = rate
  if (stored.quality === 'auto' || (typeof stored.quality === 'number' && stored.quality > 0)) {
    preferences.quality = stored.quality
  }
  if (typeof stored.caption === 'string') preferences.caption = stored.caption
  for (const name of switches) {
    if (typeof stored[name] === 'boolean') preferences[name] = stored[name]
  }
  return preferences
}

/** Changes only the preferences that are given. */
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
