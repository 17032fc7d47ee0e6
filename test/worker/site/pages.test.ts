import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Boot } from '#contract/schemas/site/boot'
import type { Video } from '#contract/schemas/videos/video'
import { trendingList } from '#contract/values/videos/people-lists'
import {
  categoryList,
  homeLists,
  premiumPageList,
  relatedPath,
  videosPath,
} from '#contract/values/videos/video-lists'
import { d1Cost, TestClient } from '../../support/client'
import { emptySite } from '../../support/empty-site'
import { day, fillVideos, makeCategory, makeUser, makeVideo, signInAs } from '../../support/factories'

let ownerId: number
let categoryId: number
let videoId: number
const publicTitle = 'Title that everybody may read'

async function fillSite(): Promise<void> {
  await emptySite()
  ownerId = (await makeUser()).id
  categoryId = await makeCategory()
  await fillVideos(ownerId, 20, { categoryId })
  await fillVideos(ownerId, 20, { categoryId, isPremium: true })
  videoId = (await makeVideo(ownerId, { title: publicTitle, categoryId })).id
  // The isolate has the settings from here on, and knows that the database guards grants.
  await new TestClient().get('/api/premium/shop')
}

beforeAll(fillSite)

let visitor: TestClient
beforeEach(() => {
  visitor = new TestClient()
})

async function page(path: string, client = visitor) {
  const response = await client.get(path)
  const html = await response.text()
  const [, json = ''] = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html) ?? []
  return { response, html, boot: JSON.parse(json) as Boot }
}

async function sameAsApi(boot: Boot, path: string) {
  const response = await visitor.get(path)
  const next = /cursor=([\w-]+)/.exec(response.headers.get('link') ?? '')?.[1] ?? null
  expect(boot.lists?.[path]).toEqual({ items: await response.json(), nextCursor: next })
}

describe('boot data', () => {
  it('of the home page are its lists and the categories, in one round trip', async () => {
    const { boot, response } = await page('/')
    const paths = [...Object.values(homeLists).map(videosPath), trendingList.path]
    expect(Object.keys(boot.lists ?? {})).toEqual(paths)
    for (const path of paths) await sameAsApi(boot, path)
    expect(boot.categories).toEqual(await visitor.json('GET', '/api/categories'))
    expect(boot).toMatchObject({ viewer: null, ageVerified: true, settings: { siteName: 'Nocturne' } })
    const { queries, rowsRead } = d1Cost(response)
    // One batch: five lists, the categories and the premium stock.
    expect(queries).toBe(7)
    expect(rowsRead).toBeLessThanOrEqual(72)
  })

  it('of the premium page are its list', async () => {
    const { boot } = await page('/premium')
    expect(Object.keys(boot.lists ?? {})).toEqual([videosPath(premiumPageList)])
    await sameAsApi(boot, videosPath(premiumPageList))
  })

  it('of a category are its list; of one that is unknown, all', async () => {
    const categories = await visitor.json<{ id: number; slug: string }[]>('GET', '/api/categories')
    const slug = categories.find(({ id }) => id === categoryId)?.slug
    const known = await page(`/categories/${slug}`)
    await sameAsApi(known.boot, videosPath(categoryList(categoryId)))
    for (const path of ['/categories', '/categories/unknown']) {
      const { boot, response } = await page(path)
      expect(response.status).toBe(200)
      await sameAsApi(boot, videosPath(categoryList(null)))
    }
  })

  it('of a video are the video, its uploader and what is related, under its title', async () => {
    const { boot, html } = await page(`/video/${videoId}`)
    expect(boot.video).toEqual(await visitor.json<Video>('GET', `/api/videos/${videoId}`))
    const name = boot.video?.uploader.username ?? ''
    expect(boot.profile).toEqual({ name, profile: await visitor.json('GET', `/api/users/${name}`) })
    expect(boot.video?.videoUrl).toMatch(/^\/media\//)
    await sameAsApi(boot, relatedPath(videoId))
    expect(html).toContain(`<title>${publicTitle} · Nocturne</title>`)
  })

  it('of a video come with the element that plays it, on its file and its poster', async () => {
    const { boot, html } = await page(`/video/${videoId}`)
    const [tag = ''] = /<video [^>]*>/.exec(html) ?? []
    expect(tag).toContain(`src="${boot.video?.videoUrl}"`)
    expect(tag).toContain(`poster="${boot.video?.thumbnailUrl}"`)
    expect((await page('/')).html).not.toContain('<video')
  })

  it('of a video leave its line to the video: a small script names the modules of the app', async () => {
    const { html } = await page(`/video/${videoId}`)
    expect(html.match(/<script type="module"[^>]*>/g)).toEqual([
      expect.stringMatching(/src="\/assets\/start-[\w-]+\.js"/),
    ])
    expect(html).not.toContain('modulepreload')
    const [, json = ''] = /id="modules">(.*?)<\/script>/.exec(html) ?? []
    const modules: string[] = JSON.parse(json)
    const atHome = (await page('/')).html
    // The code of the visible page comes first.
    expect(atHome).toContain(`<script type="module" fetchpriority="low" src="${modules.at(-1)}">`)
    expect((await page('/signin')).html).toContain(`<script type="module" src="${modules.at(-1)}">`)
    // Modules that every page needs, and those that only this page needs.
    const shared = modules.filter((file) =>
      atHome.includes(`<link rel="modulepreload" fetchpriority="low" href="${file}"`),
    )
    const own = modules.filter((file) => !atHome.includes(`"${file}"`))
    expect([shared.length, own.length].every((count) => count > 1)).toBe(true)
  })

  it('of a premium video open its file to nobody who may not play it', async () => {
    const { id } = await makeVideo(ownerId, { isPremium: true, posterStyle: 'clear' })
    const member = await signInAs(await makeUser({ premiumUntil: Date.now() + day }))
    for (const [client, plays] of [
      [visitor, false],
      [await signInAs(await makeUser()), false],
      [member, true],
    ] as const) {
      const { boot, html } = await page(`/video/${id}`, client)
      expect([boot.video?.id, html.includes('/source.mp4'), html.includes('<video')]).toEqual([
        id,
        plays,
        plays,
      ])
      expect(html).toContain('/poster.jpg')
    }
  })

  it('come with a new cookie when the old one is a day old, since nothing then asks /me', async () => {
    const client = await signInAs(await makeUser())
    for (const path of ['/', `/api/videos/${videoId}`]) {
      expect((await client.get(path)).headers.getSetCookie()).toEqual([])
      client.now = (client.now ?? Date.now()) + day + 1000
      const cookies = (await client.get(path)).headers.getSetCookie()
      expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-session', '__Host-device'])
    }
  })

  it('say who is signed in, and no more of them than /me does', async () => {
    const client = await signInAs(await makeUser())
    const { boot } = await page('/', client)
    expect(boot.viewer).toEqual(await client.json('GET', '/api/auth/me'))
  })

  it.each([
    '/signin',
    '/signup',
    '/account',
    '/account/receipts/a-1',
    '/upload-video',
    '/my-videos',
    '/search',
    '/terms',
    '/admin',
  ])('of %s are settings and viewer', async (path) => {
    const { boot, response } = await page(path)
    expect(response.status).toBe(200)
    expect(Object.keys(boot).sort()).toEqual(['ageVerified', 'settings', 'viewer'])
  })
})

describe('the first screen', () => {
  // Each of these tests sees the newest videos of all.
  beforeEach(fillSite)

  const screenIn = (html: string) =>
    /<div id="root" data-waiting>(.*?)<!-- Stands where/s.exec(html)?.[1] ?? ''

  it('is in the HTML: header, chips and cards, with links that work and pictures from the boot data', async () => {
    await makeVideo(ownerId, { categoryId })
    await makeVideo(ownerId, { isPremium: true, posterStyle: 'clear' })
    for (const path of ['/', '/categories', '/premium']) {
      const { boot, html } = await page(path)
      const screen = screenIn(html)
      const [list] = Object.values(boot.lists ?? {})
      for (const { id, title } of list?.items.slice(0, 5) ?? []) {
        expect(screen).toContain(`href="/video/${id}"`)
        expect(screen).toContain(title)
      }
      expect(screen).toContain('href="/signin"')
      expect(screen).toMatch(/<form [^>]*action="\/search"/)
      // No key moves among the chips before the app is there, so each is a tab stop.
      expect(screen).not.toMatch(/<a (?=[^>]*data-roving)[^>]*tabindex/)
      const pictures = [...screen.matchAll(/ src="([^"]+)"/g)].map(([, src = '']) =>
        src.replaceAll('&amp;', '&'),
      )
      const known = JSON.stringify(boot.lists)
      if (path !== '/') expect(pictures.length).toBeGreaterThan(0)
      for (const src of pictures) expect(known).toContain(src)
      // The content policy would refuse them.
      expect(screen).not.toMatch(/ style=| on[a-z]+=|<script/)
    }
  })

  it('has a viewer’s own part for that viewer alone, and locks what a visitor may not play', async () => {
    const name = await makeUser({ premiumUntil: Date.now() + day })
    const member = await signInAs(name)
    const [own, stranger] = [await page('/premium', member), await page('/premium')]
    expect(screenIn(own.html)).toContain(`Welcome back, ${own.boot.viewer?.username}`)
    expect(screenIn(own.html)).not.toContain('Premium Content</span>')
    expect(stranger.html).not.toContain(own.boot.viewer?.username)
    expect(screenIn(stranger.html)).toContain('Premium Content</span>')
  })

  it('keeps a hostile title as text', async () => {
    await makeVideo(ownerId, { title: `"><img src=x onerror=alert(1)></div><!--`, categoryId })
    const screen = screenIn((await page('/categories')).html)
    expect(screen).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/div&gt;&lt;!--')
    expect(screen).not.toContain('<img src=x')
  })

  it('is there, or the gate, for an address that is encoded wrongly', async () => {
    for (const client of [visitor, new TestClient({ ageVerified: false })]) {
      const { response, html } = await page('/categories/%ff', client)
      expect([response.status, screenIn(html).length > 1000]).toEqual([200, true])
    }
  })

  it('comes with a link that the edge may send ahead: the styles, and no signed address', async () => {
    for (const path of ['/', `/video/${videoId}`]) {
      const { response, html } = await page(path)
      const link = response.headers.get('link') ?? ''
      const [, file] = /^<(\/assets\/[\w-]+\.css)>; rel=preload; as=style; crossorigin$/.exec(link) ?? []
      expect(html).toContain(`href="${file}"`)
    }
  })
})

describe('before the gate', () => {
  const paths = () => ['/', '/premium', '/categories', `/video/${videoId}`, '/video/999999999', '/search?q=a']

  it('pages hold settings and viewer alone, also for an account', async () => {
    const account = await signInAs(await makeUser())
    account.setCookie('age_verified', '0')
    for (const client of [new TestClient({ ageVerified: false }), account]) {
      for (const path of paths()) {
        const { boot, html, response } = await page(path, client)
        expect([path, response.status, Object.keys(boot).sort()]).toEqual([
          path,
          path === '/video/999999999' ? 404 : 200,
          ['ageVerified', 'settings', 'viewer'],
        ])
        expect(boot.ageVerified).toBe(false)
        expect(html).not.toMatch(/\/media\/|Clip \d/)
        const isRendered = ['/', '/premium', '/categories'].includes(path)
        expect(html.includes('This site is for adults only')).toBe(isRendered)
        // The session, if there is one, and its unread notifications; for a video, also the public data in
        // its head: see page-heads.
        const isVideo = path.startsWith('/video/')
        expect(d1Cost(response).queries).toBe((boot.viewer ? 2 : 0) + (isVideo ? 1 : 0))
      }
    }
  })
})

describe('status', () => {
  it.each([
    '/nothing',
    '/video',
    '/video/abc',
    '/video/007',
    '/video/1/more',
    '/premium/more',
    '/categories/a/b',
  ])('%s is a page that says 404, with nothing of the catalogue', async (path) => {
    const { boot, html, response } = await page(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
    expect(Object.keys(boot).sort()).toEqual(['ageVerified', 'settings', 'viewer'])
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  it('is 404 for a video that is not there or not to be known of, which boot names', async () => {
    const hidden = await makeVideo(ownerId, { isPublic: false, title: 'Hidden title' })
    for (const id of [999_999_999, hidden.id]) {
      const { boot, html, response } = await page(`/video/${id}`)
      expect([response.status, boot.missingVideo, boot.video]).toEqual([404, id, undefined])
      expect([boot.profile, html.includes('Hidden title')]).toEqual([undefined, false])
    }
  })

  it('is 200 with a slash at the end', async () => {
    expect((await page('/premium/')).response.status).toBe(200)
  })
})

describe('markup in what people wrote', () => {
  it('stays text', async () => {
    const title = `</script><script>alert(1)</script><!-- " & \u2028`
    const { id } = await makeVideo(ownerId, { title, description: '<!--<script>' })
    const { boot, html } = await page(`/video/${id}`)
    expect(boot.video?.title).toBe(title)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('</script><script>')
    expect(html.slice(html.indexOf('id="boot"'))).not.toContain('\u2028')
    expect(html).toContain('<title>&lt;/script&gt;&lt;script&gt;alert(1)')
    expect(html.match(/<script/g)?.length).toBe(
      (await page(`/video/${videoId}`)).html.match(/<script/g)?.length,
    )
  })
})

it('pages that show a person or what somebody typed are not for search engines', async () => {
  const robots = async (path: string) =>
    (await page(path)).html.includes('<meta name="robots" content="noindex">')
  for (const path of ['/', '/premium', '/categories', '/terms', `/video/${videoId}`])
    expect([path, await robots(path)]).toEqual([path, false])
  for (const path of ['/account', '/signin', '/search', '/video/999999999', '/unsubscribe']) {
    expect([path, await robots(path)]).toEqual([path, true])
  }
})

it.each(['/index.html', '/.assetsignore', '/.vite/manifest.json', '/.common-passwords/filter.bin'])(
  '%s is for the worker alone',
  async (path) => {
    expect((await visitor.get(path)).status).toBe(404)
  },
)

it('files of the build come as they are', async () => {
  const response = await visitor.get('/favicon.svg')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await response.text()).toContain('<svg')
})

describe('a browser’s own choices', () => {
  async function chosen(name: string, value = '1') {
    visitor.setCookie(name, value)
    return (await page(`/video/${videoId}`)).html
  }

  it('leave nothing of the site in the tab of a discreet one', async () => {
    const html = await chosen('discreet')
    expect(html).toContain('<html class="discreet"')
    expect(html.match(/<title>.*?<\/title>/g)).toEqual(['<title>Notes</title>'])
    expect(html.match(/<link rel="(?:icon|apple-touch-icon|manifest)"[^>]*>/g)).toEqual([
      '<link rel="icon" href="/notes.svg">',
    ])
    expect((await visitor.get('/notes.svg')).status).toBe(200)
    const [, styles = '', script = ''] =
      /<link rel="stylesheet" href="([^"]+)"><script type="module" src="([^"]+)">/.exec(html) ?? []
    expect(styles).toMatch(/^\/assets\/discreet-/)
    expect(script).toMatch(/^\/assets\//)
  })

  it('widen the stage before anything is painted', async () => {
    const html = await chosen('theatre')
    expect(html).toContain('<html class="theatre"')
    expect(html).toContain(`<title>${publicTitle} · Nocturne</title>`)
  })

  it('outlive the week that Safari gives a cookie of a script', async () => {
    visitor.setCookie('theatre', '1')
    const cookies = (await visitor.get('/')).headers.getSetCookie()
    expect(cookies.filter((each) => /^(?:theatre|discreet)=/.test(each))).toEqual([
      expect.stringMatching(/^theatre=1; Max-Age=31536000; Path=\/;.* SameSite=Lax$/),
    ])
  })

  it('are no words of anyone else', async () => {
    const html = await chosen('discreet', 'x"><b>')
    expect(html.slice(0, 40)).toContain('<html lang="en">')
  })
})
