import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { dropOwnCookie, readOwnCookie, writeOwnCookie } from '#worker/http/cookies'

function siteWith(plainCookies: boolean) {
  const config = { plainCookies }
  return new Hono()
    .get('/write', (c) => {
      writeOwnCookie(c, config, { name: 'session', value: 'token', maxAge: 60 })
      return c.body(null, 204)
    })
    .get('/drop', (c) => {
      dropOwnCookie(c, config, 'session')
      return c.body(null, 204)
    })
    .get('/read', (c) => c.text(readOwnCookie(c, config, 'session') ?? 'none'))
}

describe.each([
  ['local run over http', true, 'session', 'Max-Age=60; Path=/; HttpOnly; SameSite=Lax'],
  ['every other site', false, '__Host-session', 'Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax'],
])('the cookie of a %s', (_, plain, name, attributes) => {
  it('has its name and attributes, is dropped under the same ones, and is the only one read', async () => {
    const site = siteWith(plain)
    // A request to any host.
    const url = (path: string) => `http://localhost:8787${path}`
    expect((await site.request(url('/write'))).headers.get('set-cookie')).toBe(`${name}=token; ${attributes}`)
    expect((await site.request(url('/drop'))).headers.get('set-cookie')).toBe(
      `${name}=; ${attributes.replace('60', '0')}`,
    )
    const cookie = '__Host-session=__Host-session; session=session'
    expect(await (await site.request(url('/read'), { headers: { cookie } })).text()).toBe(name)
  })
})
