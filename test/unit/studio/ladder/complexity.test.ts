import { afterEach, describe, expect, it, vi } from 'vitest'
import { complexityOf } from '#web/studio/ladder/complexity'
import type { Tracks } from '#web/studio/source/source'

const source = { width: 1280, height: 720, bitrate: 5e6, isAvc: true, sound: 128_000, frameRate: 30 }

afterEach(() => void vi.unstubAllGlobals())

describe('complexityOf', () => {
  it('takes a picture for an average one when measuring fails, unless it was cancelled', async () => {
    const isConfigSupported = () => Promise.reject(new TypeError('The encoder failed.'))
    vi.stubGlobal('VideoEncoder', { isConfigSupported })
    const controller = new AbortController()
    const measure = () => complexityOf({} as Tracks, source, controller.signal, () => {})
    expect(await measure()).toBe(1)
    controller.abort(new Error('Cancelled.'))
    await expect(measure()).rejects.toThrow('Cancelled.')
  })
})
