import { MiB } from '../../contract/values/shared/limits'
import { day, minute } from '../../contract/values/shared/time'
import { isolateState } from '../isolate-state'
import type { EdgeCache } from './edge-cache'
import type { MediaStore } from './media-store'
import type { MediaClass, MediaToken } from './media-token'
import type { ServedBody, ServedStore } from './serve-object'

/** A stretch of an object that the edge cache holds as one entry. */
export interface Block {
  name: string
  offset: number
  length: number
}

/** Returns the objects as read through the edge cache for a request that may have these bytes. */
export type NearMedia = (block: Block) => ServedStore

/** What every viewer of a film reads; the rest is one open range, whichever second it starts at. */
const headBytes = MiB

/** Whether others may fetch media of this class, too. Of nothing else may a copy lie where others look. */
export function isShared(access: MediaClass): boolean {
  return access === 'free' || access === 'premium' || access === 'embed'
}

/**
 * Returns the block of a file's URL, named by what it holds: the object at a revision, since a file from before is
 * rewritten under its key, and then its revision raised. Null for media that no cache may hold.
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
 * Bytes of the blocks that an isolate makes at a time. Each is in its memory until cache and viewer have it, twice where
 * the viewer is slow, and there is room for 128 MiB in all. What is beyond it a later request makes.
 */
const atOnce = 32 * MiB
/** A request that failed or was cut off never says that it is done. */
const abandonedMs = 2 * minute

/** The blocks that this isolate is making, by name: one maker each, however many viewers ask. */
const making = isolateState(() => new Map<string, { length: number; since: number }>())

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
        const near = await partOf(cache, block, offset, Math.min(length, end - offset))
        if (near) return { body: rest > 0 ? joined(near, () => media.read(key, end, rest)) : near }
        const isMaker = offset === block.offset && rest >= 0 && claim(block, now)
        const found = await media.read(key, offset, length).catch((error: unknown) => {
          if (isMaker) making.value.delete(block.name)
          throw error
        })
        if (!isMaker) return found
        if (found) return { body: kept(found.body, block, cache, defer) }
        making.value.delete(block.name)
        return null
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

/** Takes the making of the block for this request, unless it isn't this one's to do. */
function claim({ name, length }: Block, now: number): boolean {
  let bytes = length
  for (const [other, held] of making.value) {
    if (Math.abs(now - held.since) < abandonedMs) bytes += held.length
    else making.value.delete(other)
  }
  if (making.value.has(name) || bytes > atOnce) return false
  making.value.set(name, { length, since: now })
  return true
}

/** Returns a body whose block is kept while it is sent, as fast as it comes: a slow viewer delays no other. */
function kept(body: ReadableStream, block: Block, cache: EdgeCache, defer: Defer): ServedBody {
  const [theirs, ours] = body.tee()
  return {
    pipeTo: (writable, options) => {
      const sending = theirs.pipeTo(writable, options)
      const done = [fill(cache, block, ours)]
      // What a slow viewer hasn't taken yet is in memory, too. A head is little, and its film long.
      if (block.length > headBytes) done.push(sending)
      defer(Promise.allSettled(done).then(() => making.value.delete(block.name)))
      return sending
    },
  }
}

/** Keeps the first bytes of a body; the rest is the viewer's alone. One that ends early is not kept. */
async function fill(cache: EdgeCache, { name, length }: Block, body: ReadableStream): Promise<void> {
  const reader = body.getReader({ mode: 'byob' })
  const { value } = await reader.readAtLeast(length, new Uint8Array(length))
  await reader.cancel()
  if (value?.length === length) await cache.put(name, value, day / 1000)
}

/** Joins what is near and the rest, which is read only once a viewer gets there. */
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
