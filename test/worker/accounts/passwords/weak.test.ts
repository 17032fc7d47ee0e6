import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { emailMessages } from '#contract/values/accounts/email-rules'
import { users } from '#db/schema'
import { newAccount, signUp } from '#test/support/accounts/accounts'
import { askForLink, linkOwner, signInAgain } from '#test/support/accounts/links'
import { problemOf, TestClient } from '#test/support/client'
import { changeSettings, testDb, testPassword } from '#test/support/factories'
import { parseConfig } from '#worker/config'
import { hashPassword } from '#worker/services/accounts/passwords/hash'
import { refusals } from '#worker/services/accounts/passwords/refusals'

const start = Date.UTC(2027, 2, 1)

describe('a password that is easy to guess', () => {
  it.each<[string, string, string]>([
    ['a common one', 'Password1', refusals.passwordCommon],
    ['the username', 'sunbird.pqr', refusals.passwordNamesYou],
    ['the username in capitals, with digits', 'SUNBIRD.PQR99!', refusals.passwordNamesYou],
    ['the address', 'tern-99@example.com', refusals.passwordNamesYou],
    ['the start of the address', 'Tern-99!', refusals.passwordNamesYou],
    ['the name of the site', 'Nocturne2026', refusals.passwordNamesSite],
  ])('is refused at sign-up: %s', async (_, password, message) => {
    const json = { username: 'sunbird.pqr', email: 'tern-99@example.com', password }
    const problem = await problemOf(await signUp(json))
    expect([problem.status, problem.errors]).toEqual([400, [{ path: 'password', message }]])
  })

  it('is refused by the name that the site has now', async () => {
    await changeSettings({ siteName: 'Velvet Lantern' })
    const problem = await problemOf(await signUp({ ...newAccount(), password: 'velvetlantern!' }))
    expect(problem.errors).toEqual([{ path: 'password', message: refusals.passwordNamesSite }])
    await changeSettings({ siteName: 'Nocturne' })
  })

  it('is refused when it is changed, and the old one stays', async () => {
    const owner = await linkOwner(start)
    for (const newPassword of ['iloveyou', owner.username, owner.email]) {
      const json = { currentPassword: testPassword, newPassword }
      const problem = await problemOf(await owner.client.request('POST', '/api/account/password', { json }))
      expect(problem.errors?.map(({ path }) => path)).toEqual(['newPassword'])
    }
    expect((await signInAgain(owner)).status).toBe(200)
  })

  it('is refused when it is reset, and the link works again', async () => {
    const owner = await linkOwner(start)
    const token = await askForLink(owner, 'reset')
    const client = new TestClient()
    client.now = start
    const reset = (password: string) =>
      client.request('POST', '/api/auth/reset', { json: { token, password } })
    for (const password of ['123456', `${owner.username}1`]) {
      const problem = await problemOf(await reset(password))
      expect(problem.errors?.map(({ path }) => path)).toEqual(['password'])
    }
    expect((await reset('another password')).status).toBe(200)
  })

  it('still opens the accounts that have one', async () => {
    const owner = await linkOwner(start)
    const passwordHash = hashPassword('password', parseConfig(env))
    await testDb().update(users).set({ passwordHash }).where(eq(users.id, owner.id))
    expect((await signInAgain(owner, 'password')).status).toBe(200)
  })
})

describe('an address that passes for another', () => {
  it.each([
    ['a letter of another alphabet in the domain', 'someone@gmаil.com'],
    ['a letter of another alphabet before it', 'sоmeone@example.com'],
    ['an accent', 'someone@exämple.com'],
    ['a space of no width', 'some\u200bone@example.com'],
    ['a joiner in the domain', 'someone@exam\u2060ple.com'],
    ['a soft hyphen', 'some\u00adone@example.com'],
    ['a turn of direction', 'some\u202eone@example.com'],
    ['a control character', 'some\u0001one@example.com'],
    ['a variation selector', 'someone\ufe0f@example.com'],
  ])('is refused at sign-up, as a new address and by the newsletter: %s', async (_, email) => {
    const owner = await linkOwner(start)
    const requests: [string, unknown][] = [
      ['/api/auth/signup', { ...newAccount(), email }],
      ['/api/account/email', { email, password: testPassword }],
      ['/api/newsletter', { email }],
    ]
    for (const [path, json] of requests) {
      const problem = await problemOf(await owner.client.request('POST', path, { json }))
      expect([path, problem.errors]).toEqual([path, [{ path: 'email', message: emailMessages.letters }]])
    }
  })

  it('is taken in its plain form: a domain in ASCII, or full-width letters', async () => {
    const { username } = newAccount()
    for (const email of [`${username}@xn--exmple-cua.com`, `${username}＠ｅｘａｍｐｌｅ．ｃｏｍ`]) {
      const response = await signUp(newAccount({ email }))
      expect(response.status).toBe(201)
      expect((await response.json<{ email: string }>()).email).toBe(email.normalize('NFKC'))
    }
  })
})

describe('a name of a deleted account', () => {
  it.each(['deleted-7', 'Deleted_12', 'de1eted.30', 'deleted7', 'deleted-l0'])(
    'is refused: %s',
    async (username) => {
      const problem = await problemOf(await signUp(newAccount({ username })))
      expect(problem.errors).toEqual([{ path: 'username', message: 'This username is reserved.' }])
    },
  )

  it('is not every name that begins like one', async () => {
    expect((await signUp(newAccount({ username: 'deleted-scenes' }))).status).toBe(201)
  })
})
