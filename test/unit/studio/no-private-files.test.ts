import { afterEach, describe, expect, it, vi } from 'vitest'
import { MiB } from '#contract/values/shared/limits'
import { remux } from '#web/studio/cut/remux'
import { mostInMemory } from '#web/studio/files/stored-files'
import { noRoom, noStore } from '#web/studio/source/refusal'
import type { VideoSource } from '#web/studio/source/source'
import { transcode } from '#web/studio/transcode/transcode'

afterEach(() => vi.unstubAllGlobals())

describe('a file too large for memory', () => {
  const source = { container: 'webm', duration: 60 } as VideoSource
  const { signal } = new AbortController()
  const options = { signal, name: 'large', size: mostInMemory + MiB, onProgress: () => {} }
  const full = { estimate: async () => ({ quota: MiB, usage: MiB }) }

  const ways = [
    ['copied', remux],
    ['encoded', transcode],
  ] as const

  it.each(ways)('is refused for want of a private file system, to be %s', async (_, make) => {
    vi.stubGlobal('navigator', {})
    await expect(make(source, options)).rejects.toThrow(noStore)
  })

  it.each(ways)('is refused for want of room where the disk is full, to be %s', async (_, make) => {
    vi.stubGlobal('navigator', { storage: full })
    await expect(make(source, options)).rejects.toThrow(noRoom)
  })
})
