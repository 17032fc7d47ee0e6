/** Where a video was left, with 0 for "from the start". */
interface Place {
  id: number
  position: number
  /** What the account was last told, or said itself; null for a visitor, who has none. */
  told: number | null
}

interface Log {
  viewer: number | null
  /** The last one first. */
  places: Place[]
}

const storageKey = 'watch-log'
const mostPlaces = 100
/** Positions closer together than this are the same one. */
const sameWithin = 1

export function isSamePlace(one: number, other: number): boolean {
  return Math.abs(one - other) < sameWithin
}

/**
 * Where to go on. What the account says is news when this browser hasn't told it so: then another one has, later.
 * `account` is null for a visitor.
 */
export function placeOf(viewer: number | null, id: number, account: number | null): number {
  const place = readLog(viewer).places.find((each) => each.id === id)
  if (!place) return account ?? 0
  const news = account !== null && !isSamePlace(account, place.told ?? 0)
  return news ? account : place.position
}

/** Notes a place of this viewer; another's places, who used the browser before, are gone with it. */
export function keepPlace(viewer: number | null, place: Place): void {
  const others = readLog(viewer).places.filter(({ id }) => id !== place.id)
  const empty = place.position === 0 && !place.told
  writeLog({ viewer, places: (empty ? others : [place, ...others]).slice(0, mostPlaces) })
}

/** Forgets the place of one video, or of all of them. */
export function forgetPlace(viewer: number, id: number): void {
  const log = readLog(viewer)
  writeLog({ ...log, places: log.places.filter((place) => place.id !== id) })
}

export function forgetPlaces(): void {
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
    // Forbidden, or not ours: as good as none.
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
    // Storage is full or forbidden: then only the account remembers.
  }
}
