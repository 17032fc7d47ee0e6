import { describe, expect, it } from 'vitest'
import {
  type Capability,
  can,
  capabilities,
  roleOf,
  roles,
} from '../../../contract/values/accounts/permissions'

/** The roles that have each capability, repeated here on purpose. */
const expected: Record<Capability, string[]> = {
  'video.create': ['user', 'member', 'administrator'],
  'video.like': ['user', 'member', 'administrator'],
  'video.save': ['user', 'member', 'administrator'],
  'video.markPremium': ['member', 'administrator'],
  'video.playPremium': ['member', 'administrator'],
  'video.download': ['member', 'administrator'],
  'video.manageAny': ['administrator'],
  'site.administer': ['administrator'],
}

describe('can', () => {
  it.each(capabilities)('%s', (capability) => {
    expect(roles.filter((role) => can(role, capability))).toEqual(expected[capability])
  })
})

describe('roleOf', () => {
  it.each([
    [null, 'visitor'],
    [{ isAdmin: false, isPremium: false }, 'user'],
    [{ isAdmin: false, isPremium: true }, 'member'],
    [{ isAdmin: true, isPremium: false }, 'administrator'],
    [{ isAdmin: true, isPremium: true }, 'administrator'],
  ] as const)('of %j is %s', (account, role) => {
    expect(roleOf(account)).toBe(role)
  })
})
