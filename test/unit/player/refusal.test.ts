import { describe, expect, it } from 'vitest'
import { refusalOf } from '#web/player/core/refusal'

describe('refusalOf', () => {
  it.each([
    [403, 'forbidden', 'forbidden'],
    [401, 'unauthenticated', 'forbidden'],
    [403, 'age_gate', 'age_gate'],
    [404, 'not_found', 'not_found'],
    [410, 'gone', 'not_found'],
    [451, undefined, 'region_blocked'],
    [503, 'maintenance', 'maintenance'],
  ] as const)('knows an answer %i with the code %s', (status, code, refusal) => {
    expect(refusalOf(status, code)).toBe(refusal)
  })

  it.each([
    ["a firewall's 403", 403, undefined],
    ["a proxy's 401", 401, undefined],
    ['a request from another site', 403, 'cross_site'],
    ['trouble that may pass', 503, 'unavailable'],
  ] as const)('leaves %s to recovery', (_, status, code) => {
    expect(refusalOf(status, code)).toBeNull()
  })
})
