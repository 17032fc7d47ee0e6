import { makeTrailer } from '#web/studio/studio'

type Clips = Map<number, Promise<Blob | null>>

/** The trailers that this page has made or is making, by their video and second. */
const made = new WeakMap<Blob, Clips>()

/** Makes a trailer, or returns the form's. Null when this browser can't, or `signal` aborts. */
export async function trailerOf(
  file: Blob | string,
  start: number,
  signal: AbortSignal,
): Promise<Blob | null> {
  const make = () => makeTrailer(file, start, signal).catch(() => null)
  if (typeof file === 'string') return make()
  const clips: Clips = made.get(file) ?? new Map()
  made.set(file, clips)
  const before = await clips.get(start)
  if (before) return before
  const making = make()
  clips.set(start, making)
  return making
}
