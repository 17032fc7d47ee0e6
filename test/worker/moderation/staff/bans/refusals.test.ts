import { beforeEach, describe, expect, it } from 'vitest'
import { type Boss, makeBoss } from '#test/support/accounts/bans'
import { problemOf } from '#test/support/client'
import { makeUser, signInAs } from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'
import { mailsTo } from '#test/support/moderation/safety'

let boss: Boss
beforeEach(async () => {
  boss = await makeBoss()
})

describe('a ban is refused', () => {
  it('of oneself, of who is banned, of who isn’t, and of nobody', async () => {
    const person = await makeUser()
    const self = await problemOf(await boss.ban(boss.id))
    expect([self.status, self.detail]).toEqual([403, "You can't ban yourself."])
    expect((await problemOf(await boss.unban(person.id))).detail).toBe("This account isn't banned.")
    await boss.ban(person.id)
    const twice = await problemOf(await boss.ban(person.id, 1, 'Another reason.'))
    expect([twice.status, twice.detail]).toEqual([409, 'This account is already banned.'])
    expect((await problemOf(await boss.ban(999_999))).code).toBe('not_found')
    expect((await problemOf(await boss.unban(999_999))).code).toBe('not_found')
    expect((await auditOf('user', person.id)).length).toBe(1)
    expect((await mailsTo(`${person.username}@example.com`)).length).toBe(1)
  })

  it('of two who do it at once: one effect, and the second is told', async () => {
    const person = await makeUser()
    const other = await signInAs(await makeUser({ isAdmin: true }))
    const json = { reason: 'At once.', days: null }
    const answers = await Promise.all([
      boss.ban(person.id),
      other.request('POST', `/api/admin/users/${person.id}/ban`, { json }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await auditOf('user', person.id)).length).toBe(1)
    expect((await mailsTo(`${person.username}@example.com`)).length).toBe(1)
  })

  it('of one administrator by another: the site owner bans both', async () => {
    const owner = await signInAs(await makeUser({ staff: 'owner' }))
    const other = await makeUser({ isAdmin: true })
    const client = await signInAs(other)
    const json = { reason: 'You first.', days: null }
    const answers = await Promise.all([
      boss.ban(other.id),
      client.request('POST', `/api/admin/users/${boss.id}/ban`, { json }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
    expect((await owner.request('POST', `/api/admin/users/${other.id}/ban`, { json })).status).toBe(200)
    expect((await client.get('/api/auth/me')).status).toBe(401)
  })

  it.each([
    ['no reason', { days: null }],
    ['a reason that says nothing', { reason: ' x ', days: null }],
    ['a term of its own', { reason: 'Spam.', days: 2 }],
    ['no term', { reason: 'Spam.' }],
    ['another field', { reason: 'Spam.', days: null, until: 1 }],
  ])('of %s', async (_, json) => {
    const person = await makeUser()
    const response = await boss.client.request('POST', `/api/admin/users/${person.id}/ban`, { json })
    expect((await problemOf(response)).code).toBe('invalid_input')
  })
})
