import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { MiB } from '#contract/values/shared/limits'
import { patching } from '#worker/formats/patches'
import { objectKey, randomId } from '#worker/storage/keys'
import { createMediaStore } from '#worker/storage/media-store'
import { rewriteObject } from '#worker/storage/rewrite'
import { patternBytes } from '../../support/videos/media'

const partBytes = 5 * MiB
const size = 2 * partBytes + 1000
const facts = { size, contentType: 'video/mp4' }

async function stored() {
  const key = objectKey(randomId())
  const bytes = patternBytes(size)
  await env.MEDIA.put(key, bytes)
  return { key, bytes, media: createMediaStore(env.MEDIA, { reads: 0, writes: 0, ms: 0 }) }
}

async function read(key: string) {
  return new Uint8Array((await (await env.MEDIA.get(key))?.arrayBuffer()) ?? [])
}

describe('an object that is stored again in parts', () => {
  it('is changed in all of them, also where two meet', async () => {
    const { key, bytes, media } = await stored()
    const patches = [10, partBytes - 4, 2 * partBytes + 990].map((offset) => ({ offset, length: 8 }))
    await rewriteObject(media, key, facts, patching(patches), partBytes)
    for (const { offset, length } of patches) bytes.fill(0, offset, offset + length)
    expect(Buffer.compare(await read(key), bytes)).toBe(0)
    expect((await env.MEDIA.head(key))?.httpMetadata?.contentType).toBe('video/mp4')
  })

  it.each([100, partBytes + 100])('stays what it was when reading fails after %i bytes', async (after) => {
    const { key, bytes, media } = await stored()
    const opened: string[] = []
    const watched = { ...media, abort: async (...args: [string, string]) => void opened.push(args[1]) }
    const failing = async function* (chunks: AsyncIterable<Uint8Array>) {
      let passed = 0
      for await (const chunk of chunks) {
        if (passed > after) throw new Error('No more')
        passed += chunk.length
        yield chunk
      }
    }
    await expect(rewriteObject(watched, key, facts, failing, partBytes)).rejects.toThrow('No more')
    expect(Buffer.compare(await read(key), bytes)).toBe(0)
    expect(opened).toHaveLength(1)
  })
})
