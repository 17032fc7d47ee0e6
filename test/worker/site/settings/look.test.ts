import { beforeEach, describe, expect, it } from 'vitest'
import type { Boot } from '#contract/schemas/site/boot'
import type { AdminSettings } from '#contract/schemas/site/settings-admin'
import { ageCookie } from '#contract/values/shared/limits'
import { homeSections, maxLogoBytes } from '#contract/values/shared/look'
import { homeLists, videosPath } from '#contract/values/videos/video-lists'
import { problemOf, TestClient } from '#test/support/client'
import { changeSettings, makeUser, signInAs } from '#test/support/factories'
import { fixture } from '#test/support/fixtures'

const path = '/api/admin/settings'
let admin: TestClient

beforeEach(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
  await changeSettings({ accent: null, logo: null, footerLinks: [], homeSections: [...homeSections] })
})

const patch = (json: object) => admin.request('PATCH', path, { json })
const putLogo = (body: BodyInit, client = admin) => client.request('PUT', `${path}/logo`, { body })

async function bootOf(page: string): Promise<Boot> {
  const html = await (
    await new TestClient().get(page, { cookie: `${ageCookie.name}=${ageCookie.value}` })
  ).text()
  return JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
}

describe('the look', () => {
  it('is in the first document as it was set, with the lists that the home page shows', async () => {
    const look = {
      accent: '#4dd0e1',
      homeSections: ['recent', 'hero'] as const,
      footerLinks: [{ label: 'Blog', url: 'https://blog.example.com/' }],
    }
    expect((await patch({ ...look, accent: '#4DD0E1' })).status).toBe(200)
    const boot = await bootOf('/')
    expect(boot.settings).toMatchObject(look)
    expect(Object.keys(boot.lists ?? {})).toEqual([homeLists.recent, homeLists.hero].map(videosPath))
  })

  it('colours the first screen before any script runs, by a style that the policy names', async () => {
    const get = () => new TestClient().get('/', { cookie: `${ageCookie.name}=${ageCookie.value}` })
    expect((await get()).headers.get('content-security-policy')).toContain("style-src 'self';")
    await patch({ accent: '#4dd0e1' })
    const response = await get()
    const [, style = ''] = /<style id="accent">(.*?)<\/style>/.exec(await response.text()) ?? []
    expect(style).toBe(':root{--color-accent:#4dd0e1}')
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`)
    expect(policy).toContain("script-src 'self';")
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  })

  it.each([
    [{ accent: '#000080' }, 'accent', /contrast is 1(\.\d)?:1, and text needs at least 4\.5:1/],
    [{ accent: 'red; background: url(x)' }, 'accent', /Enter a colour/],
    [{ footerLinks: [{ label: 'x', url: 'javascript:alert(1)' }] }, 'footerLinks.0.url', /https/],
    [{ footerLinks: [{ label: '', url: '/premium' }] }, 'footerLinks.0.label', /./],
    [{ footerLinks: Array(13).fill({ label: 'x', url: '/' }) }, 'footerLinks', /./],
    [{ homeSections: [] }, 'homeSections', /at least one/],
    [{ homeSections: ['hero', 'hero'] }, 'homeSections', /once/],
    [{ homeSections: ['ads'] }, 'homeSections.0', /./],
    [{ logo: { url: 'https://example.com/x.png', width: 1, height: 1 } }, 'logo', /./],
  ])('is refused: %j', async (json, field, sentence) => {
    const response = await patch(json)
    const { errors } = await problemOf(response)
    expect([response.status, errors?.[0]?.path]).toEqual([400, field])
    expect(errors?.[0]?.message).toMatch(sentence)
  })
})

describe('the logo', () => {
  it('is served to everyone, for good, without what else the file held, until it is removed', async () => {
    const response = await putLogo(fixture('poster.jpg'))
    const { logo } = await response.json<AdminSettings>()
    expect(logo).toEqual({
      url: expect.stringMatching(/^\/api\/logo\/[\da-f]{64}$/),
      width: 320,
      height: 180,
    })
    expect((await bootOf('/terms')).settings.logo).toEqual(logo)
    const served = await new TestClient().get(logo?.url ?? '')
    expect([served.headers.get('content-type'), served.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ])
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await served.arrayBuffer()).byteLength).toBeGreaterThan(1000)
    expect(await (await patch({ logo: null })).json()).toMatchObject({ logo: null })
    expect((await new TestClient().get(`/api/logo/${'0'.repeat(64)}`)).status).toBe(404)
  })

  it('is no script in disguise, nothing damaged, nothing large', async () => {
    const bodies: [BodyInit, number][] = [
      ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415],
      [fixture('poster.jpg').subarray(0, 600), 422],
      [new Uint8Array(maxLogoBytes + 1), 413],
      ['', 415],
    ]
    for (const [body, status] of bodies) expect((await putLogo(body)).status).toBe(status)
    expect((await admin.json<AdminSettings>('GET', path)).logo).toBeNull()
  })

  it('is set by administrators who typed their password lately', async () => {
    expect((await putLogo(fixture('poster.jpg'), await signInAs(await makeUser()))).status).toBe(403)
    admin.now = Date.now() + 3600_000
    expect((await problemOf(await putLogo(fixture('poster.jpg')))).code).toBe('password_required')
  })
})
