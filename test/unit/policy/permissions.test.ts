import { describe, expect, it } from 'vitest'
import { mayAppoint, rolesBelow, rolesToReset, staffRoleOf } from '#contract/values/accounts/appointments'
import { type Capability, can } from '#contract/values/accounts/permissions'
import { type Role, roleOf, staffRoles } from '#contract/values/accounts/roles'

const roles: Role[] = ['visitor', 'user', 'member', ...staffRoles]
const everyone = ['user', 'member', 'support', 'moderator', 'administrator', 'owner']
const members = everyone.slice(1)
const staff = everyone.slice(2)
const administrators = ['administrator', 'owner']

/** The roles that have each capability, repeated here on purpose. */
const expected: Record<Capability, string[]> = {
  'video.create': everyone,
  'video.like': everyone,
  'video.save': everyone,
  'comment.write': everyone,
  'video.markPremium': members,
  'video.playPremium': members,
  'video.download': members,
  'video.manageAny': administrators,
  'desk.open': staff,
  'video.review': ['moderator', ...administrators],
  'video.correct': ['moderator', ...administrators],
  'case.decide': ['moderator', ...administrators],
  'appeal.decide': administrators,
  'case.readContacts': administrators,
  'user.read': staff,
  'user.readEmail': ['support', ...administrators],
  'user.ban': ['moderator', ...administrators],
  'user.banForLong': administrators,
  'user.warn': ['moderator', ...administrators],
  'user.manage': administrators,
  'user.resetFactor': administrators,
  'payment.read': ['support', ...administrators],
  'payment.decide': administrators,
  'premium.give': administrators,
  'mail.resend': ['support', ...administrators],
  'staff.appoint': administrators,
  'staff.appointAdministrators': ['owner'],
  'site.administer': administrators,
  'library.import': administrators,
}

describe('can', () => {
  it.each(Object.entries(expected) as [Capability, string[]][])('%s', (capability, having) => {
    expect(roles.filter((role) => can(role, capability))).toEqual(having)
  })
})

describe('staffRoleOf', () => {
  it.each([
    [{ isAdmin: false, staff: null }, null],
    [{ isAdmin: false, staff: 'support' }, 'support'],
    [{ isAdmin: false, staff: 'moderator' }, 'moderator'],
    [{ isAdmin: true, staff: null }, 'administrator'],
    [{ isAdmin: true, staff: 'owner' }, 'owner'],
    // An earlier version of the site only knows `isAdmin`, and may have changed it.
    [{ isAdmin: true, staff: 'moderator' }, 'administrator'],
    [{ isAdmin: false, staff: 'owner' }, null],
  ] as const)('of %j is %s', (row, role) => {
    expect(staffRoleOf(row)).toBe(role)
  })
})

describe('roleOf', () => {
  it.each([
    [null, 'visitor'],
    [{ staff: null, isPremium: false }, 'user'],
    [{ staff: null, isPremium: true }, 'member'],
    [{ staff: 'support', isPremium: true }, 'support'],
    [{ staff: 'administrator', isPremium: false }, 'administrator'],
    [{ staff: 'owner', isPremium: true }, 'owner'],
  ] as const)('of %j is %s', (account, role) => {
    expect(roleOf(account)).toBe(role)
  })
})

describe('rolesBelow', () => {
  it.each([
    ['support', [null]],
    ['moderator', [null]],
    ['administrator', [null, 'support', 'moderator']],
    ['owner', [null, 'support', 'moderator', 'administrator']],
  ] as const)('%s', (role, below) => {
    expect(rolesBelow(role)).toEqual(below)
  })
})

describe('rolesToReset', () => {
  it.each([
    [null, []],
    ['support', []],
    ['moderator', []],
    ['administrator', [null, 'moderator', 'support', 'administrator']],
    ['owner', [null, 'administrator', 'moderator', 'support', 'owner']],
  ] as const)('of %s are lower ones and its own', (role, roles) => {
    expect(new Set(rolesToReset(role))).toEqual(new Set(roles))
  })
})

describe('mayAppoint', () => {
  const changes = [null, ...staffRoles].flatMap((from) =>
    [null, ...staffRoles].map((to) => [from, to] as const),
  )

  it.each(roles)('%s', (role) => {
    const made = changes.filter(([from, to]) => mayAppoint(role, from, to))
    const small = [null, 'support', 'moderator']
    const allowed = changes.filter(([from, to]) => {
      if (role === 'owner') return from !== 'owner'
      return role === 'administrator' && small.includes(from) && small.includes(to)
    })
    expect(made).toEqual(allowed)
  })
})
