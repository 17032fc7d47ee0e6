import { describe, expect, it } from 'vitest'
import { problemOf, TestClient } from '#test/support/client'
import { makeUser, randomLetters, testPassword } from '#test/support/factories'

const good = () => {
  const name = `r${randomLetters(12)}`
  return { username: name, email: `${name}@example.com`, password: 'a new secret' }
}

async function refusal(path: string, json: unknown) {
  const response = await new TestClient().request('POST', path, { json })
  const { code, errors, detail } = await problemOf(response)
  return { status: response.status, code, fields: (errors ?? []).map((error) => error.path), detail }
}

describe('sign-up refuses', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['a short name', { username: 'ab' }, 'username'],
    ['a long name', { username: 'a'.repeat(31) }, 'username'],
    ['a very long name', { username: 'a'.repeat(101) }, 'username'],
    ['spaces in a name', { username: 'two words' }, 'username'],
    ['mixed alphabets', { username: 'pаypal' }, 'username'],
    ['a reserved name', { username: 'Administrator' }, 'username'],
    ['a reserved part', { username: 'nocturne-support' }, 'username'],
    ['an end that is no letter', { username: 'name_' }, 'username'],
    ['markup', { username: '<script>' }, 'username'],
    ['a name that is no text', { username: 7 }, 'username'],
    ['no name', { username: undefined }, 'username'],
    ['an address without a host', { email: 'someone' }, 'email'],
    ['an address without a dot', { email: 'someone@example' }, 'email'],
    ['a long address', { email: `${'a'.repeat(250)}@example.com` }, 'email'],
    ['two addresses', { email: 'a@example.com,b@example.com' }, 'email'],
    ['a null address', { email: null }, 'email'],
    ['a short password', { password: '12345' }, 'password'],
    ['a long password', { password: 'x'.repeat(1025) }, 'password'],
    ['a password of too many bytes', { password: '€'.repeat(342) }, 'password'],
    ['a password that is a number', { password: 1234567 }, 'password'],
    ['a role', { isAdmin: true }, 'isAdmin'],
    ['a term', { premiumUntil: '2099-01-01' }, 'premiumUntil'],
    ['an id', { id: 1 }, 'id'],
  ])('%s', async (_, change, field) => {
    expect(await refusal('/api/auth/signup', { ...good(), ...change })).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: [field],
    })
  })

  it('with the sentence that the form says', async () => {
    const { detail } = await refusal('/api/auth/signup', { ...good(), password: '12345' })
    expect(detail).toBe('Password must be at least 6 characters.')
    expect((await refusal('/api/auth/signup', { ...good(), isAdmin: true })).detail).toBe(
      'Unknown field: isAdmin',
    )
  })

  it('and names every field that is wrong', async () => {
    const { fields } = await refusal('/api/auth/signup', { username: 'someone', email: '', password: '' })
    expect(fields).toEqual(['email', 'password'])
  })
})

describe('sign-in refuses', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no name', { username: undefined }, 'username'],
    ['an empty name', { username: '' }, 'username'],
    ['a name of blanks', { username: ' \u3000 ' }, 'username'],
    ['a name of invisible characters', { username: '\u200b' }, 'username'],
    ['an empty password', { password: '' }, 'password'],
    ['a password that is a number', { password: 123456 }, 'password'],
    ['an object for a name', { username: { $ne: '' } }, 'username'],
    ['an unknown field', { remember: true }, 'remember'],
    ['a password of too many bytes', { password: 'x'.repeat(1025) }, 'password'],
  ])('%s', async (_, change, field) => {
    const { username } = await makeUser()
    const answer = await refusal('/api/auth/login', { username, password: testPassword, ...change })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_input', fields: [field] })
  })

  it.each(["' or 1=1 --", 'x" or "1"="1', '%', '\0', '\u{d800}'])(
    '%j as a name like any other',
    async (name) => {
      expect(await refusal('/api/auth/login', { username: name, password: 'x' })).toMatchObject({
        status: 401,
        code: 'bad_credentials',
      })
    },
  )
})

describe.each(['/api/auth/signup', '/api/auth/login'])('%s refuses', (path) => {
  const send = async (body: BodyInit | undefined, headers: Record<string, string>) => {
    const response = await new TestClient().request('POST', path, {
      headers,
      ...(body !== undefined && { body }),
    })
    return [response.status, (await problemOf(response)).code]
  }

  it.each(['', '{', '{"username":', 'null', '[]', '7', '"text"'])('the body %j', async (body) => {
    const [status, code] = await send(body, { 'content-type': 'application/json' })
    expect([status, ['malformed_body', 'invalid_input'].includes(String(code))]).toEqual([400, true])
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json+x',
    'text/json',
  ])('%s', async (type) => {
    expect(await send(JSON.stringify(good()), { 'content-type': type })).toEqual([415, 'unsupported_body'])
  })

  it('a body without a type', async () => {
    const body = new TextEncoder().encode(JSON.stringify(good()))
    expect(await send(body, {})).toEqual([415, 'unsupported_body'])
  })

  it('a body of more than 64 KiB', async () => {
    const body = JSON.stringify({ ...good(), password: 'x'.repeat(65 * 1024) })
    expect(await send(body, { 'content-type': 'application/json' })).toEqual([413, 'too_large'])
  })
})
