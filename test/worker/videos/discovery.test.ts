import { beforeAll, describe, expect, it } from 'vitest'
import { minute } from '#contract/values/shared/time'
import { d1Cost, problemOf, TestClient } from '../../support/client'
import { changeSettings, fillVideos, makeUser, makeVideo, signInAs } from '../../support/factories'

const origin = 'http://localhost:8787'
const machine = new TestClient({ ageVerified: false })
let owner: { id: number; username: string }
let shown: number
let premium: number
let hidden: number

beforeAll(async () => {
  // The file's first request also reads the settings from D1.
  await machine.get('/feed.xml')
  owner = await makeUser()
  shown = (await makeVideo(owner.id, { title: 'Seen & \u{1}heard' })).id
  premium = (await makeVideo(owner.id, { isPremium: true })).id
  hidden = (await makeVideo(owner.id, { isPublic: false, title: 'Nobody may know' })).id
})

async function text(path: string): Promise<string> {
  const response = await machine.get(path)
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

describe('the sitemap', () => {
  it('leads to every public page and video, and to nothing else', async () => {
    const files = locations(await text('/sitemap.xml'))
    expect(files[0]).toBe(`${origin}/sitemap-pages.xml`)
    const all: string[] = []
    for (const file of files) all.push(...locations(await text(file.replace(origin, ''))))
    for (const path of ['/', '/premium', '/categories', '/terms', `/video/${shown}`, `/video/${premium}`]) {
      expect(all).toContain(origin + path)
    }
    expect(all).not.toContain(`${origin}/video/${hidden}`)
    expect(new Set(all).size).toBe(all.length)
    for (const address of all) {
      const html = await (await machine.get(address.replace(origin, ''))).text()
      expect([address, html.includes('name="robots" content="noindex"')]).toEqual([address, false])
    }
  })

  it('costs what it shows', async () => {
    await fillVideos(owner.id, 60)
    const response = await machine.get('/sitemap-videos.xml?page=1')
    const found = locations(await response.text())
    expect(found.length).toBeGreaterThan(60)
    expect(d1Cost(response)).toMatchObject({ queries: 1 })
    expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(found.length + 1)
    expect(d1Cost(await machine.get('/sitemap.xml')).rowsRead).toBeLessThanOrEqual(1)
  })

  it('has no page beyond its end', async () => {
    expect((await machine.get('/sitemap-videos.xml?page=900000')).status).toBe(404)
    for (const query of ['', '?page=0', '?page=x']) {
      expect((await machine.get(`/sitemap-videos.xml${query}`)).status).toBe(400)
    }
  })
})

describe('the feed', () => {
  it('has the newest public videos in words', async () => {
    const change = { title: 'Seen & \u{1}heard', description: 'A <b>text</b>.' }
    const { id } = await makeVideo(owner.id, change)
    await makeVideo(owner.id, { isPublic: false, title: 'Nobody may know' })
    const response = await machine.get('/feed.xml')
    const xml = await response.text()
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(xml).toContain('<title>Seen &amp; heard</title>')
    expect(xml).toContain('<summary>A &lt;b&gt;text&lt;/b&gt;.</summary>')
    expect(xml).toContain(`<link rel="alternate" href="${origin}/video/${id}"/>`)
    expect(xml).toContain(`<name>${owner.username}</name>`)
    expect(xml).not.toMatch(/Nobody may know|\/media\//)
    const entries = xml.match(/<entry>/g)?.length ?? 0
    expect(entries).toBeLessThanOrEqual(50)
    // Video and account of each.
    expect(d1Cost(response)).toMatchObject({ queries: 1 })
    expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(2 * entries)
  })
})

describe('a program that asks for the feed again', () => {
  it('gets nothing while nothing has changed, and the new text after an edit', async () => {
    const author = await makeUser()
    const client = await signInAs(author)
    const { id } = await makeVideo(author.id, { title: 'Before the edit' })
    const first = await machine.get('/feed.xml')
    const etag = first.headers.get('etag') ?? ''
    const again = await machine.get('/feed.xml', { 'if-none-match': etag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    expect(again.headers.get('cache-control')).toBe('private, max-age=600')

    const entryOf = (xml: string) =>
      xml.split('<entry>').find((entry) => entry.includes(`/video/${id}<`)) ?? ''
    const before = entryOf(await first.text())
    const timeIn = (entry: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(entry)?.[1]
    expect(timeIn(before, 'updated')).toBe(timeIn(before, 'published'))
    client.now = Date.now() + minute
    await client.json('PATCH', `/api/videos/${id}`, { title: 'After the edit' })
    const edited = await machine.get('/feed.xml', { 'if-none-match': etag })
    expect(edited.status).toBe(200)
    const xml = await edited.text()
    const after = entryOf(xml)
    expect(after).toContain('After the edit')
    expect(timeIn(after, 'published')).toBe(timeIn(before, 'published'))
    expect(timeIn(after, 'updated')).toBe(new Date(client.now).toISOString())
    expect(timeIn(xml.split('<entry>')[0] ?? '', 'updated')).toBe(timeIn(after, 'updated'))

    // The same words again are no edit.
    client.now += minute
    await client.json('PATCH', `/api/videos/${id}`, { title: 'After the edit', allowComments: false })
    expect(entryOf(await (await machine.get('/feed.xml')).text())).toBe(after)
  })
})

it('leads password managers to where a password is changed', async () => {
  const response = await machine.get('/.well-known/change-password')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/account?tab=settings'])
})

describe('oEmbed', () => {
  const ask = (url: string, more = '') => machine.get(`/oembed?url=${encodeURIComponent(url)}${more}`)

  it('gives a site the frame to show', async () => {
    const response = await ask(`${origin}/video/${shown}?t=5`)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const answer = await response.json<Record<string, unknown>>()
    expect(answer).toMatchObject({
      version: '1.0',
      type: 'video',
      provider_name: 'Nocturne',
      provider_url: origin,
      title: 'Seen & \u{1}heard',
      author_name: owner.username,
      width: 560,
      height: 315,
      thumbnail_url: `${origin}/card.png`,
    })
    expect(answer.html).toMatch(
      new RegExp(`^<iframe src="${origin}/embed/${shown}" width="560" height="315" title="Seen &amp; `),
    )
  })

  it('knows a video by each address that the site answers for it', async () => {
    for (const path of [`/video/${shown}/`, `/embed/${shown}`, `/video/${shown}#comments`]) {
      expect([path, (await ask(origin + path)).status]).toEqual([path, 200])
    }
  })

  it.each([
    ['&maxwidth=320', 320, 180],
    ['&maxheight=90', 160, 90],
    ['&maxwidth=100&maxheight=90', 100, 56],
    ['&maxwidth=4000&maxheight=3000', 560, 315],
    ['&maxwidth=1', 1, 1],
  ])('fits into %s', async (more, width, height) => {
    const answer = await (await ask(`${origin}/embed/${shown}`, more)).json<Record<string, unknown>>()
    expect(answer).toMatchObject({ width, height })
    expect(answer.html).toContain(`width="${width}" height="${height}"`)
  })

  it('answers XML that can be read', async () => {
    const response = await ask(`${origin}/video/${shown}`, '&format=xml')
    expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8')
    const xml = await response.text()
    expect(xml).toContain('<title>Seen &amp; heard</title>')
    expect(xml).toContain('<html>&lt;iframe src=&quot;')
  })

  it('knows of nothing that the public may not, and of no other site, with one answer', async () => {
    const never = await (await ask(`${origin}/video/999999999`)).text()
    for (const url of [
      `${origin}/video/${hidden}`,
      `${origin}/video/0`,
      `${origin}/categories`,
      `https://elsewhere.example/video/${shown}`,
      `${origin}.elsewhere.example/video/${shown}`,
      'nonsense',
    ]) {
      const response = await ask(url)
      expect([url, response.status, await response.text()]).toEqual([url, 404, never])
    }
    const own = await (await signInAs(owner)).get(`/oembed?url=${origin}/video/${hidden}`)
    expect(own.status).toBe(404)
  })

  it('refuses other formats', async () => {
    const response = await ask(`${origin}/video/${shown}`, '&format=yaml')
    expect([response.status, (await problemOf(response)).code]).toEqual([501, 'not_implemented'])
  })
})

it('robots.txt keeps crawlers from what is no page, and names the sitemap', async () => {
  const robots = await text('/robots.txt')
  expect(robots).toContain('Disallow: /media/\n')
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml\n`)
})

it('security.txt says whom to write to, for less than a year', async () => {
  await changeSettings({ contactEmail: 'help@example.com' })
  const lines = (await text('/.well-known/security.txt')).split('\n')
  expect(lines).toContain('Contact: mailto:help@example.com')
  expect(lines).toContain(`Canonical: ${origin}/.well-known/security.txt`)
  const [expires, ...more] = lines.filter((line) => line.startsWith('Expires: '))
  expect(more).toEqual([])
  const ahead = Date.parse(expires?.slice('Expires: '.length) ?? '') - Date.now()
  expect(ahead).toBeGreaterThan(30 * 24 * 3600_000)
  expect(ahead).toBeLessThan(365 * 24 * 3600_000)
})

it('licences.txt has the licences of what browsers get, of the studio as well', async () => {
  const licences = await text('/licences.txt')
  for (const name of ['react', 'hls.js', 'mediabunny', '@mediabunny/aac-encoder', 'web-vitals'])
    expect(licences).toMatch(new RegExp(`^${name} \\(`, 'm'))
  for (const owner of [
    'Meta Platforms',
    'Dailymotion',
    'Mozilla Public License Version 2.0',
    'Apache License',
  ])
    expect(licences).toContain(owner)
  expect(licences).not.toContain('vitest')
})

it('the manifest is named as the site is, and its icons are there in their sizes', async () => {
  await changeSettings({ siteName: 'Velvet' })
  const manifest = JSON.parse(await text('/site.webmanifest')) as {
    name: string
    theme_color: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  await changeSettings({ siteName: 'Nocturne' })
  expect(manifest.name).toBe('Velvet')
  expect(await text('/')).toContain(`<meta name="theme-color" content="${manifest.theme_color}">`)
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  const pictures = [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]
  for (const { src, sizes } of [...pictures, { src: '/card.png', sizes: '1200x630' }]) {
    const response = await machine.get(src)
    const bytes = new DataView(await response.arrayBuffer())
    expect([src, response.status]).toEqual([src, 200])
    // Width and height of a PNG.
    if (src.endsWith('.png')) expect(`${bytes.getUint32(16)}x${bytes.getUint32(20)}`).toBe(sizes)
  }
  const card = await machine.get('/card.png')
  expect(card.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

it('the icon has the accent that the operator chose', async () => {
  const drawn = await text('/favicon.svg')
  await changeSettings({ accent: '#4dd0e1' })
  expect(await text('/favicon.svg')).toBe(drawn.replace('#fb5e84', '#4dd0e1'))
  await changeSettings({ accent: null })
  expect(drawn).toContain('#fb5e84')
})

it('lists of the catalogue are closed with the site; what anybody must be able to read is not', async () => {
  await changeSettings({ maintenanceMode: true })
  try {
    for (const path of ['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-videos.xml?page=1', '/feed.xml']) {
      expect([path, (await machine.get(path)).status]).toEqual([path, 503])
    }
    expect((await machine.get(`/oembed?url=${origin}/video/${shown}`)).status).toBe(503)
    for (const path of ['/robots.txt', '/.well-known/security.txt', '/licences.txt', '/site.webmanifest']) {
      expect([path, (await machine.get(path)).status]).toEqual([path, 200])
    }
  } finally {
    await changeSettings({ maintenanceMode: false })
  }
})
