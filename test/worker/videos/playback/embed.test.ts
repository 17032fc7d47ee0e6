import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EmbedBoot, EmbeddedVideo } from '#contract/schemas/videos/embed'
import { minute } from '#contract/values/shared/time'
import { embedGrantMs, embedRenewAfter } from '#contract/values/videos/embed'
import { videos } from '#db/schema'
import { problemOf, TestClient } from '#test/support/client'
import { changeSettings, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { addLadder } from '#test/support/videos/ladder'
import { cost } from '#test/support/videos/media'

let owner: { id: number; username: string }

beforeAll(async () => {
  owner = await makeUser()
})

/** Returns a browser's frame on another site, which only gets the cookies of its own partition. */
function frame(): TestClient {
  return new TestClient({ ageVerified: false })
}

const documentOf = ({ id }: { id: number }) => `/embed/${id}`
const grantOf = ({ id }: { id: number }) => `/api/embed/${id}`

async function bootOf(response: Response): Promise<EmbedBoot> {
  const [, json = '{}'] =
    /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(await response.text()) ?? []
  return JSON.parse(json)
}

function policyOf(response: Response): Map<string, string> {
  const rules = (response.headers.get('content-security-policy') ?? '').split('; ')
  return new Map(rules.map((rule) => rule.split(/ (.*)/, 2) as [string, string]))
}

describe('the document that other sites frame', () => {
  it('may be framed by anybody, and reaches the calls of its own video alone', async () => {
    const video = await makeVideo(owner.id)
    const response = await frame().get(documentOf(video), { 'sec-fetch-site': 'cross-site' })
    expect(response.status).toBe(200)
    const policy = policyOf(response)
    expect(policy.get('frame-ancestors')).toBe('*')
    expect(response.headers.has('x-frame-options')).toBe(false)
    expect(policy.get('connect-src')?.split(' ')).toEqual([
      `http://localhost:8787/api/embed/${video.id}`,
      `http://localhost:8787/api/videos/${video.id}/view`,
      `http://localhost:8787/api/videos/${video.id}/watched`,
      `http://localhost:8787/api/videos/${video.id}/report`,
      'http://localhost:8787/media/',
    ])
    for (const [name, value] of [
      ['default-src', "'none'"],
      ['script-src', "'self'"],
      ['form-action', "'none'"],
      ['base-uri', "'none'"],
      ['require-trusted-types-for', "'script'"],
      ['trusted-types', "'none'"],
    ] as const) {
      expect([name, policy.get(name)]).toEqual([name, value])
    }
    expect(policy.has('frame-src')).toBe(false)
    expect(response.headers.get('permissions-policy')).toContain('camera=()')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('rating')).toContain('RTA')
  })

  it('says nothing of the video before the age is confirmed in the frame', async () => {
    const video = await makeVideo(owner.id, { title: 'A telling title' })
    const response = await frame().get(documentOf(video))
    const html = await response.clone().text()
    expect(html).not.toContain('A telling title')
    expect(html).not.toContain('/media/')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('og:')
    expect(await bootOf(response)).toEqual({
      siteName: expect.any(String),
      accent: null,
      logo: null,
      state: 'gate',
      id: video.id,
    })
  })

  it('is the same, byte for byte, whoever is signed in', async () => {
    const free = await makeVideo(owner.id)
    const hidden = await makeVideo(owner.id, { isPublic: false })
    const premium = await makeVideo(owner.id, { isPremium: true })
    const strangers = frame()
    const people = [
      await signInAs(owner),
      await signInAs(await makeUser({ isAdmin: true })),
      await signInAs(await makeUser({ premiumUntil: Date.now() + 1e9 })),
    ]
    for (const video of [free, hidden, premium]) {
      const expected = await strangers.get(documentOf(video))
      const body = await expected.text()
      for (const person of people) {
        person.setCookie('age_verified', '')
        const response = await person.get(documentOf(video))
        expect([response.status, await response.text()]).toEqual([expected.status, body])
        expect(response.headers.getSetCookie()).toEqual([])
        const grant = await person.request('POST', grantOf(video))
        expect(grant.status).toBe((await frame().request('POST', grantOf(video))).status)
      }
    }
  })

  it('knows where the age was confirmed in it before, and prints no address even then', async () => {
    const video = await makeVideo(owner.id, { title: 'A telling title' })
    const browser = frame()
    await browser.request('POST', grantOf(video))
    const response = await browser.get(documentOf(video))
    expect(await response.clone().text()).not.toMatch(/\/media\/|A telling title/)
    expect(await bootOf(response)).toEqual({
      siteName: expect.any(String),
      accent: null,
      logo: null,
      state: 'ready',
      id: video.id,
    })
  })

  it('says a sentence with a link where no script runs', async () => {
    const video = await makeVideo(owner.id, { title: 'A telling title' })
    const html = await (await frame().get(documentOf(video))).text()
    const [, plain = ''] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? []
    expect(plain).toContain('video on Nocturne needs JavaScript to play: <a')
    expect(plain).toContain(`<a class="underline" href="http://localhost:8787/video/${video.id}"`)
    expect(plain).not.toContain('A telling title')
    const missing = await (await frame().get('/embed/999999')).text()
    expect(/<noscript>(.*?)<\/noscript>/s.exec(missing)?.[1]).toContain('Video not found')
  })

  it('locks what members pay for, without its title or picture', async () => {
    const video = await makeVideo(owner.id, { isPremium: true, title: 'A telling title' })
    for (const browser of [frame(), new TestClient()]) {
      const response = await browser.get(documentOf(video))
      expect(response.status).toBe(200)
      expect(policyOf(response).get('connect-src')).toBe("'none'")
      expect(await response.clone().text()).not.toContain('A telling title')
      expect(await bootOf(response)).toMatchObject({ state: 'locked', id: video.id })
    }
  })

  it('has one 404 for what is hidden and for what never was', async () => {
    const missing = await frame().get('/embed/999999999')
    expect(missing.status).toBe(404)
    const body = await missing.text()
    for (const change of [{ isPublic: false }, { review: 'pending' }, { hold: 'ban' }] as const) {
      const response = await frame().get(documentOf(await makeVideo(owner.id, change)))
      expect([response.status, await response.text()]).toEqual([404, body])
      expect(policyOf(response).get('frame-ancestors')).toBe('*')
    }
    for (const path of ['/embed/0', '/embed/1e3', '/embed/abc', '/embed/%31%00']) {
      expect([path, (await frame().get(path)).status]).toEqual([path, 404])
    }
  })

  it('is closed with the site, to administrators too, since it knows none', async () => {
    const video = await makeVideo(owner.id)
    const administrator = await signInAs(await makeUser({ isAdmin: true }))
    await changeSettings({ maintenanceMode: true })
    const [response, grant] = [
      await administrator.get(documentOf(video)),
      await frame().request('POST', grantOf(video)),
    ]
    await changeSettings({ maintenanceMode: false })
    expect(response.status).toBe(503)
    expect(await bootOf(response)).toMatchObject({ state: 'closed', id: null })
    expect(grant.status).toBe(503)
  })

  it('leaves every other page as it was: no other site may frame it', async () => {
    const { id } = await makeVideo(owner.id)
    for (const path of ['/', `/video/${id}`, '/embed', '/embed/', `/embed/${id}/`, `/embed/${id}/x`]) {
      const response = await new TestClient().get(path)
      expect([path, policyOf(response).get('frame-ancestors')]).toEqual([path, "'none'"])
      expect([path, response.headers.get('x-frame-options')]).toEqual([path, 'DENY'])
    }
  })
})

describe('the gate of the frame', () => {
  it('answers addresses that need no cookie, and remembers the age in the frame’s own partition', async () => {
    const video = await makeVideo(owner.id)
    await addLadder(video)
    const response = await frame().request('POST', grantOf(video))
    expect(response.headers.getSetCookie()).toEqual([
      'age_verified=1; Max-Age=31536000; Path=/embed; HttpOnly; Secure; SameSite=None; Partitioned',
      expect.stringMatching(
        /^embed_renewal=[\w.-]+; Max-Age=3600; Path=\/media; HttpOnly; Secure; SameSite=None; Partitioned$/,
      ),
    ])
    const granted = await response.json<EmbeddedVideo>()
    expect(Object.keys(granted).sort()).toEqual(
      [
        'captions',
        'duration',
        'expiresIn',
        'id',
        'sources',
        'storyboard',
        'thumbnailUrl',
        'title',
        'views',
      ].sort(),
    )
    for (const path of addressesIn(granted)) {
      const bytes = await frame().get(path, { range: 'bytes=0-9' })
      expect([path, bytes.ok]).toEqual([path, true])
      await bytes.arrayBuffer()
    }
  })

  it('costs one round trip, and a byte of what it opens no query', async () => {
    const video = await makeVideo(owner.id)
    const response = await frame().request('POST', grantOf(video))
    expect(cost(response, 'd1').queries).toBe(3)
    const [path = ''] = addressesIn(await response.json<EmbeddedVideo>())
    await (await frame().get(path)).arrayBuffer()
    const again = await frame().get(path)
    expect(cost(again, 'd1').queries).toBe(0)
    await again.arrayBuffer()
  })

  it('is passed by nobody in somebody’s place: other sites can’t ask, and get no cookie set', async () => {
    const video = await makeVideo(owner.id)
    for (const site of ['cross-site', 'same-site', 'none']) {
      const response = await frame().request('POST', grantOf(video), { headers: { 'sec-fetch-site': site } })
      expect(response.headers.getSetCookie()).toEqual([])
      expect((await problemOf(response)).code).toBe('cross_site')
    }
  })

  it('takes a POST of the frame itself: neither a link, nor a program without an origin, gets an address', async () => {
    const video = await makeVideo(owner.id)
    const asked = [
      await frame().get(grantOf(video)),
      await frame().request('POST', grantOf(video), { withoutMetadata: true }),
      await frame().request('POST', grantOf(video), {
        withoutMetadata: true,
        headers: { origin: 'https://elsewhere.example' },
      }),
      // A frame that has no origin, in a browser with and without Fetch Metadata.
      await frame().request('POST', grantOf(video), {
        headers: { origin: 'null', 'sec-fetch-site': 'cross-site' },
      }),
      await frame().request('POST', grantOf(video), { withoutMetadata: true, headers: { origin: 'null' } }),
    ]
    for (const response of asked) {
      expect([response.ok, response.headers.getSetCookie()]).toEqual([false, []])
      expect(await response.text()).not.toContain('/media/')
    }
    // A frame in an old browser.
    const old = { withoutMetadata: true, headers: { origin: 'http://localhost:8787' } }
    expect((await frame().request('POST', grantOf(video), old)).status).toBe(200)
  })

  it('grants nothing of a video that isn’t public and free', async () => {
    const premium = await frame().request('POST', grantOf(await makeVideo(owner.id, { isPremium: true })))
    expect(premium.headers.getSetCookie()).toEqual([])
    expect((await problemOf(premium)).code).toBe('forbidden')
    const none = await (await frame().request('POST', '/api/embed/999999999')).text()
    for (const change of [{ isPublic: false }, { status: 'failed' }, { hold: 'quarantine' }] as const) {
      const response = await frame().request('POST', grantOf(await makeVideo(owner.id, change)))
      expect([response.status, await response.text()]).toEqual([404, none])
    }
  })
})

describe('a copied grant', () => {
  /** Grants end in steps that divide a quarter-hour, so from here on it is exactly an hour. */
  const now = Math.ceil(Date.now() / (15 * minute)) * 15 * minute

  async function granted() {
    const video = await makeVideo(owner.id)
    await addLadder(video)
    const browser = frame()
    browser.now = now
    return { video, addresses: addressesIn(await browser.json<EmbeddedVideo>('POST', grantOf(video))) }
  }

  async function statuses(addresses: string[], at: number, headers: Record<string, string> = {}) {
    const browser = frame()
    browser.now = at
    return Promise.all(
      addresses.map(async (path) => {
        const response = await browser.get(path, headers)
        await response.arrayBuffer()
        return response.status
      }),
    )
  }

  it('opens no page of another site: neither picture nor film loads there', async () => {
    const { addresses } = await granted()
    const answers = await statuses(addresses, now, { 'sec-fetch-site': 'cross-site' })
    expect(new Set(answers)).toEqual(new Set([403]))
  })

  it('ends after an hour, by way of its playlists, too', async () => {
    const { addresses } = await granted()
    expect(new Set(await statuses(addresses, now + embedGrantMs - 1))).toEqual(new Set([200]))
    expect(new Set(await statuses(addresses, now + embedGrantMs))).toEqual(new Set([404]))
    const late = frame()
    late.now = now + embedGrantMs - 1000
    const playlist = addresses.find((path) => path.endsWith('360p.m3u8')) ?? ''
    const parts =
      (await (await late.get(playlist)).text()).match(/\.\.\/[\w.-]+\/(init\.mp4|segment\.m4s)/g) ?? []
    expect(parts).toHaveLength(3)
    const paths = parts.map((part) => part.replace('..', '/media'))
    expect(new Set(await statuses(paths, now + embedGrantMs - 1))).toEqual(new Set([200]))
    expect(new Set(await statuses(paths, now + embedGrantMs))).toEqual(new Set([404]))
  })

  it('opens nothing by the address bar, nor in a frame', async () => {
    const { addresses } = await granted()
    for (const dest of ['document', 'iframe', 'embed', 'object']) {
      const headers = { 'sec-fetch-site': 'none', 'sec-fetch-dest': dest }
      expect([dest, new Set(await statuses(addresses, now, headers))]).toEqual([dest, new Set([403])])
    }
    expect(new Set(await statuses(addresses, now, { 'sec-fetch-dest': 'video' }))).toEqual(new Set([200]))
  })

  it('goes on in the browser that renews it, from address to address, and in no other', async () => {
    const video = await makeVideo(owner.id)
    await addLadder(video)
    const browser = frame()
    browser.now = now
    const first = await browser.json<EmbeddedVideo>('POST', grantOf(video))
    expect(first.expiresIn).toBe(embedGrantMs / 1000)
    const path = first.sources.find(({ type }) => type === 'hls')?.url ?? ''
    browser.now = now + embedGrantMs * embedRenewAfter
    await browser.request('POST', grantOf(video))
    browser.now = now + embedGrantMs
    const playlist = await browser.get(path)
    expect(playlist.status).toBe(200)
    // The playlist's own URLs are renewed as well.
    const [rendition = ''] = /\.\.\/[\w.-]+\/\w+\.m3u8/.exec(await playlist.text()) ?? []
    expect((await browser.get(rendition.replace('..', '/media'))).status).toBe(200)
    expect(await statuses([path], browser.now)).toEqual([404])
    browser.setCookie('embed_renewal', (browser.cookie('embed_renewal') ?? '').replace(/^./, 'z'))
    expect((await browser.get(path)).status).toBe(404)
    await browser.request('POST', grantOf(video))
    browser.now += embedGrantMs
    expect((await browser.get(path)).status).toBe(404)
  })

  it('is kept by a browser no longer than it is good for, and by no cache on the way', async () => {
    const { addresses } = await granted()
    const browser = frame()
    browser.now = now + embedGrantMs - 5000
    const response = await browser.get(addresses[0] ?? '')
    expect(response.headers.get('cache-control')).toBe('private, max-age=5')
    await response.arrayBuffer()
  })

  // An isolate may learn of changes thirty seconds late, so each of these comes later than the one before.
  it.each([
    ['hides it', 31_000, { isPublic: false }],
    ['makes it premium', 62_000, { isPremium: true }],
  ])('stops within thirty seconds of a change that %s', async (_what, later, change) => {
    const { video, addresses } = await granted()
    const administrator = await signInAs(await makeUser({ isAdmin: true }))
    administrator.now = now
    const response = await administrator.request('PATCH', `/api/videos/${video.id}`, { json: change })
    expect(response.status).toBe(200)
    const posters = addresses.filter((path) => path.includes('/poster.'))
    const others = addresses.filter((path) => !path.includes('/poster.'))
    expect(new Set(await statuses(others, now + later))).toEqual(new Set([404]))
    // A premium video's poster is public.
    if ('isPublic' in change) {
      expect(new Set(await statuses(posters, now + later))).toEqual(new Set([404]))
    }
  })

  it('stops with a report that hides the video, sent from the frame without an account', async () => {
    const { video, addresses } = await granted()
    const browser = frame()
    browser.now = now
    const report = await browser.request('POST', `/api/videos/${video.id}/report`, {
      json: { reason: 'minor' },
    })
    expect(report.status).toBe(201)
    const [row] = await testDb().select({ hold: videos.hold }).from(videos).where(eq(videos.id, video.id))
    expect(row?.hold).toBe('quarantine')
    expect(new Set(await statuses(addresses, now + 93_000))).toEqual(new Set([404]))
    expect((await browser.get(documentOf(video))).status).toBe(404)
  })

  it('opens nothing else: it can’t be turned into another class, file or video', async () => {
    const { addresses } = await granted()
    const source = addresses.find((path) => path.endsWith('source.mp4')) ?? ''
    const bent = [
      source.replace('.e.', '.f.'),
      source.replace('.e.', '.o.'),
      source.replace('source.mp4', 'poster.jpg'),
      source.replace('source.mp4', 'master.m3u8'),
    ]
    const administrator = await signInAs(await makeUser({ isAdmin: true }))
    administrator.now = now
    for (const path of bent) expect((await administrator.get(path)).status).toBe(404)
  })
})

function addressesIn(video: EmbeddedVideo): string[] {
  const listed = [...video.sources, ...video.captions].map(({ url }) => url)
  return [...listed, video.thumbnailUrl, video.storyboard?.url].filter((each) => typeof each === 'string')
}
