import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '#web/features/publish/upload/engine/fingerprint'
import { blobReader } from '#web/features/publish/upload/engine/part-reader'
import { contentDigest } from '#web/features/publish/upload/engine/parts'
import { RateMeter } from '#web/features/publish/upload/engine/rate-meter'
import { backoff } from '#web/features/publish/upload/engine/retry'
import { parseRetryAfter } from '#web/features/publish/upload/engine/xhr-transport'

describe('fingerprintOf', () => {
  const source = { name: 'a.mp4', size: 10, lastModified: 1 }

  it('is 64 hex digits, and differs with every fact', async () => {
    const names = await Promise.all([
      fingerprintOf(source, 'remux'),
      fingerprintOf({ ...source, name: 'b.mp4' }, 'remux'),
      fingerprintOf({ ...source, size: 11 }, 'remux'),
      fingerprintOf({ ...source, lastModified: 2 }, 'remux'),
      fingerprintOf(source, 'trim 1 2'),
    ])
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(names).size).toBe(names.length)
  })

  it('is the same for the same file', async () => {
    expect(await fingerprintOf(source, 'remux')).toBe(await fingerprintOf({ ...source }, 'remux'))
  })
})

describe('contentDigest', () => {
  it('is the SHA-256 as RFC 9530 writes it', async () => {
    const body = new TextEncoder().encode('abc').buffer
    expect(await contentDigest(body)).toBe('sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:')
  })
})

describe('blobReader', () => {
  it('reads a slice', async () => {
    const reader = blobReader(new Blob(['0123456789']))
    expect(new TextDecoder().decode(await reader.read(3, 6))).toBe('345')
    expect(reader.size).toBe(10)
  })
})

describe('backoff', () => {
  it('doubles from half a second to half a minute', () => {
    expect([0, 1, 2, 6, 20].map((attempt) => backoff(attempt, 0))).toEqual([500, 1000, 2000, 30000, 30000])
  })

  it('adds up to a quarter', () => {
    expect(backoff(0, 1)).toBe(625)
  })
})

describe('RateMeter', () => {
  it('says nothing before half a second', () => {
    const meter = new RateMeter()
    meter.add(0, 0)
    meter.add(1000, 400)
    expect(meter.rate).toBeNull()
  })

  it('follows the line over the last seconds', () => {
    const meter = new RateMeter()
    for (let second = 0; second <= 10; second++) meter.add(second * 100, second * 1000)
    expect(meter.rate).toBeCloseTo(100)
    for (let second = 11; second <= 20; second++) meter.add(1000 + (second - 10) * 300, second * 1000)
    expect(meter.rate).toBeCloseTo(300)
  })

  it('starts again when a failed part takes its bytes back', () => {
    const meter = new RateMeter()
    meter.add(0, 0)
    meter.add(1000, 1000)
    meter.add(500, 1100)
    expect(meter.rate).toBeNull()
  })
})

describe('parseRetryAfter', () => {
  const answered = 'Thu, 01 Jan 1970 00:00:10 GMT'

  it.each([
    [null, answered, null],
    ['3', answered, 3000],
    ['3', null, 3000],
    // Measured by the server's clock, since the browser's may be years off.
    ['Thu, 01 Jan 1970 00:01:00 GMT', answered, 50_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', answered, 0],
    ['Thu, 01 Jan 1970 00:01:00 GMT', null, null],
    ['soon', answered, null],
  ])('reads %s, answered %s, as %s ms', (text, answeredAt, milliseconds) => {
    expect(parseRetryAfter(text, answeredAt)).toBe(milliseconds)
  })
})
