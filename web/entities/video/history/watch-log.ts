import type { User } from '#contract/schemas/accounts/auth'
import type { Video } from '#contract/schemas/videos/video'

/** Where a video was left; 0 means "from the start". */
interface Place {
  id: number
  position: number
  /** The position last sent to or received from the account; null for a visitor, who has none. */
  told: number | null
}

interface Log {
  viewer: number | null
  /** Newest first. */
  places: Place[]
}

const storageKey = 'watch-log'
const mostPlaces = 100
/** Seconds; positions closer together than this count as equal. */
const sameWithin = 1

export function isSamePlace(one: number, other: number): boolean {
  return Math.abs(one - other) < sameWithin
}

/**
 * Returns the second at which this viewer left a video, 0 for a new one. A position in the account that this
 * browser hasn't sent is newer: another browser sent it. `viewer` is null for a visitor.
 */
export function leftAt(
  { id, position }: Pick<Video, 'id' | 'position'>,
  viewer: Pick<User, 'id' | 'savesHistory'> | null,
): number {
  const account = position ?? 0
  if (viewer?.savesHistory === false) return account
  const place = readLog(viewer?.id ?? null).places.find((each) => each.id === id)
  if (!place) return viewer ? account : 0
  const isNews = viewer !== null && !isSamePlace(account, place.told ?? 0)
  return isNews ? account : place.position
}

/** Stores a place for this viewer, and drops those of a previous viewer of this browser. */
export function keepPlace(viewer: number | null, place: Place): void {
  const others = readLog(viewer).places.filter(({ id }) => id !== place.id)
  const empty = place.position === 0 && !place.told
  writeLog({ viewer, places: (empty ? others : [place, ...others]).slice(0, mostPlaces) })
}

/** Removes the place of one video. */
export function removePlace(viewer: number, id: number): void {
  const log = readLog(viewer)
  writeLog({ ...log, places: log.places.filter((place) => place.id !== id) })
}

export function removePlaces(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}

function readLog(viewer: number | null): Log {
  try {
    const log: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (isLog(log) && log.viewer === viewer) return log
  } catch {
    // Forbidden, or not ours: treated as empty.
  }
  return { viewer, places: [] }
}

function isLog(value: unknown): value is Log {
  const log = value as Partial<Log> | null
  return Array.isArray(log?.places) && log.places.every(isPlace)
}

function isPlace(value: unknown): value is Place {
  const place = value as Partial<Place> | null
  return Number.isInteger(place?.id) && Number.isFinite(place?.position) && place?.told !== undefined
}

function writeLog(log: Log): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(log))
  } catch {
    // Storage is full or forbidden, so only the account remembers.
  }
}
