import { MiB } from '#contract/values/shared/limits'
import { day, minute } from '#contract/values/shared/time'
import { isolateState } from '../isolate-state'
import type { EdgeCache } from './edge-cache'
import type { MediaStore } from './media-store'
import type { MediaClass, MediaToken } from './media-token'
import { OneMaker } from './one-maker'
import type { ServedBody, ServedStore } from './serve-object'

/** A stretch of an object that the edge cache holds as one entry. */
export interface Block {
  name: string
  offset: number
  length: number
}

/** Returns the objects as read through the edge cache for a request that may have these bytes. */
export type NearMedia = (block: Block) => ServedStore

/** Bytes that every viewer of a film reads; the rest is one open range, from whichever second. */
const headBytes = MiB

/**
 * Returns whether others may fetch media of this class, too. Other media may not be copied to a shared cache.
 */
export function isShared(access: MediaClass): boolean {
  return access === 'free' || access === 'premium' || access === 'embed'
}

/**
 * Returns the block of a file's URL, named by its contents: the object at a revision. A file may be rewritten
 * under its key, and its revision is raised then. Null for media that no cache may hold.
 */
export function blockOf(token: MediaToken, file: string): Block | null {
  const { object, size, revision, segment } = token
  if (!isShared(token.class)) return null
  const { offset, length } = segment ?? { offset: 0, length: size }
  const isFilm = !segment && file.startsWith('source.')
  const kept = length <= (isFilm ? 2 : 16) * MiB ? length : headBytes
  return { name: `${object}.${revision}.${offset}-${kept}`, offset, length: kept }
}

/**
 * Bytes of the blocks that an isolate makes at a time. Each is in its memory until cache and viewer have it,
 * twice where the viewer is slow, and there is room for 128 MiB in all. Later requests make the blocks beyond
 * that.
 */
const atOnce = 32 * MiB
/** A request that failed or was cut off never says that it is done. */
const abandonedMs = 2 * minute

/** Memory that a block takes while it is made. */
interface Room {
  length: number
  since: number
}

/** Twice that is well before a player gives up on a segment, which hls.js does after 10 s. */
const patienceMs = 3000

const rooms = isolateState(() => new Set<Room>())
/** One maker for each block, however many viewers ask: they wait until the cache has it, not until its viewer does. */
const makers = isolateState(() => new OneMaker<true>(patienceMs))

/** Takes work that may outlive the response. */
type Defer = (work: Promise<unknown>) => void

export function createNearMedia(
  media: MediaStore,
  cache: EdgeCache,
  { now, defer }: { now: number; defer: Defer },
): NearMedia {
  return (block) => {
    const end = block.offset + block.length
    return {
      size: media.size,
      read: async (key, offset, length) => {
        if (offset >= end) return media.read(key, offset, length)
        const rest = offset + length - end
        const from = Date.now()
        const far = () => media.read(key, offset, length, Date.now() - from)
        const near = async () => {
          const body = await partOf(cache, block, offset, Math.min(length, end - offset))
          return body && { body: rest > 0 ? joined(body, () => media.read(key, end, rest)) : body }
        }
        const there = await near()
        if (there) return there
        let room: Room | null = null
        const mayMake = () => {
          room = offset === block.offset && rest >= 0 ? claimRoom(block.length, now) : null
          return room !== null
        }
        const turn = await makers.value.turn(block.name, mayMake)
        if (!turn || 'made' in turn || !room) return (await near()) ?? far()
        return madeFrom(far(), { block, cache, defer, room, making: turn.making })
      },
    }
  }
}

/** Returns a part of the block from the cache, if it is there. */
async function partOf(cache: EdgeCache, { name, ...block }: Block, offset: number, length: number) {
  const from = offset - block.offset
  const isWhole = length === block.length
  const found = await cache.match(name, isWhole ? {} : { range: `bytes=${from}-${from + length - 1}` })
  return found?.status === (isWhole ? 200 : 206) ? found.body : null
}

/** Returns memory for a block, unless too many are being made. */
function claimRoom(length: number, now: number): Room | null {
  let bytes = length
  for (const other of rooms.value) {
    if (Math.abs(now - other.since) < abandonedMs) bytes += other.length
    else rooms.value.delete(other)
  }
  if (bytes > atOnce) return null
  const room = { length, since: now }
  rooms.value.add(room)
  return room
}

interface Maker {
  block: Block
  cache: EdgeCache
  defer: Defer
  room: Room
  /** Tells waiting requests when the block lies in the cache; null when it came to nothing. */
  making(filled: Promise<true | null>): void
}

/**
 * Returns the object for its viewer, and meanwhile keeps its block as fast as it comes. Others wait for that,
 * even if the viewer is slow or leaves before R2 has answered.
 */
async function madeFrom(
  found: ReturnType<MediaStore['read']>,
  { block, cache, defer, room, making }: Maker,
): Promise<{ body: ServedBody } | null> {
  const parts = found.then((object) => object?.body.tee() ?? null)
  const filling = parts.then((both) => both && fill(cache, block, both[1])).catch(() => null)
  making(filling)
  let sending: Promise<unknown> | null = null
  const freed = async () => {
    await filling
    // Bytes that a slow viewer hasn't taken yet are in memory, too. A head is small, and its film long.
    if (block.length > headBytes) await sending?.catch(() => undefined)
    rooms.value.delete(room)
  }
  defer(freed())
  const both = await parts
  return (
    both && {
      body: {
        pipeTo: (writable, options) => {
          const sent = both[0].pipeTo(writable, options)
          sending = sent
          return sent
        },
      },
    }
  )
}

/** Keeps the first bytes of a body; the rest is the viewer's alone. A body that ends early is not kept. */
async function fill(cache: EdgeCache, { name, length }: Block, body: ReadableStream): Promise<true | null> {
  const reader = body.getReader({ mode: 'byob' })
  const { value } = await reader.readAtLeast(length, new Uint8Array(length))
  await reader.cancel()
  if (value?.length !== length) return null
  await cache.put(name, value, day / 1000)
  return true
}

/** Joins the near part and the rest, which is read only once a viewer gets there. */
function joined(near: ReadableStream, far: () => ReturnType<MediaStore['read']>): ServedBody {
  return {
    pipeTo: async (writable, { signal }) => {
      await near.pipeTo(writable, { preventClose: true, signal })
      const found = await far().catch(() => null)
      if (!found) return writable.abort(new Error('The rest is gone'))
      return found.body.pipeTo(writable, { signal })
    },
  }
}
