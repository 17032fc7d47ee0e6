import { beforeAll, describe, expect, it } from 'vitest'
import { d1Cost, TestClient } from '../../support/client'
import { changeSettings, makeCategory, makeUser, makeVideo, signInAs } from '../../support/factories'

const origin = 'http://localhost:8787'
let owner: { id: number; username: string }

beforeAll(async () => {
  owner = await makeUser()
})

/** Loads a page like a search engine or a chat, without a cookie. */
async function head(path: string, client = new TestClient({ ageVerified: false })) {
  const html = await (await client.get(path)).text()
  // The data comes after the visible content.
  const [linked = '', json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const tags = html.slice(0, html.indexOf('</head>')) + linked
  const contents = (kind: string) =>
    Object.fromEntries(
      [...tags.matchAll(new RegExp(`<meta ${kind}="([^"]+)" content="([^"]*)">`, 'g'))].map(
        ([, name = '', content = '']) => [name, content],
      ),
    )
  return {
    tags,
    title: /<title>(.*?)<\/title>/.exec(tags)?.[1],
    canonical: /<link rel="canonical" href="([^"]+)">/.exec(tags)?.[1],
    oembed: [...tags.matchAll(/type="(\S+oembed)" href="([^"]+)"/g)].map(([, type, href]) => [type, href]),
    og: contents('property'),
    named: contents('name'),
    linkedData: json === undefined ? null : (JSON.parse(json) as Record<string, unknown>),
  }
}

describe('the head of a public video', () => {
  it('tells its words to everybody, with a neutral picture and no address of media', async () => {
    const { id } = await makeVideo(owner.id, {
      title: 'Blue & "green"',
      description: 'Both <colours>.',
      duration: 65.4,
      views: 7,
      likes: 3,
      createdAt: Date.UTC(2026, 0, 2),
    })
    const url = `${origin}/video/${id}`
    const found = await head(`/video/${id}?t=30`)
    expect(found.title).toBe('Blue &amp; &quot;green&quot; · Nocturne')
    expect(found.canonical).toBe(url)
    expect(found.named.description).toBe('Both &lt;colours&gt;.')
    expect(found.named.robots).toBeUndefined()
    expect(found.og).toEqual({
      'og:site_name': 'Nocturne',
      'og:type': 'video.other',
      'og:title': 'Blue &amp; &quot;green&quot;',
      'og:description': 'Both &lt;colours&gt;.',
      'og:url': url,
      'og:image': `${origin}/card.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Nocturne',
      'og:restrictions:age': '18+',
    })
    const oembed = `${origin}/oembed?url=${encodeURIComponent(url)}`
    expect(found.oembed).toEqual([
      ['application/json+oembed', `${oembed}&amp;format=json`],
      ['text/xml+oembed', `${oembed}&amp;format=xml`],
    ])
    expect(found.linkedData).toEqual({
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: 'Blue & "green"',
      description: 'Both <colours>.',
      url,
      embedUrl: `${origin}/embed/${id}`,
      thumbnailUrl: `${origin}/card.png`,
      uploadDate: '2026-01-02T00:00:00.000Z',
      duration: 'PT65S',
      author: { '@type': 'Person', name: owner.username },
      publisher: { '@type': 'Organization', name: 'Nocturne', url: origin },
      isFamilyFriendly: false,
      isAccessibleForFree: true,
      interactionStatistic: [
        {
          '@type': 'InteractionCounter',
          interactionType: { '@type': 'WatchAction' },
          userInteractionCount: 7,
        },
        {
          '@type': 'InteractionCounter',
          interactionType: { '@type': 'LikeAction' },
          userInteractionCount: 3,
        },
      ],
    })
    expect(found.tags).not.toContain('/media/')
  })

  it('costs one row and its account before the gate, whether or not there is such a video', async () => {
    const { id } = await makeVideo(owner.id)
    const client = new TestClient({ ageVerified: false })
    // The first request of an isolate also reads settings.
    await (await client.get('/')).text()
    for (const [path, rows] of [
      [`/video/${id}`, 2],
      ['/video/999999999', 1],
    ] as const) {
      const response = await client.get(path)
      await response.text()
      expect([path, d1Cost(response)]).toEqual([
        path,
        expect.objectContaining({ queries: 1, rowsRead: rows }),
      ])
    }
  })

  it('is the same behind the gate, for whoever looks', async () => {
    const { id } = await makeVideo(owner.id, { isPremium: true })
    const before = await head(`/video/${id}`)
    for (const client of [new TestClient(), await signInAs(owner)]) {
      const behind = await head(`/video/${id}`, client)
      expect([behind.title, behind.og, behind.linkedData]).toEqual([
        before.title,
        before.og,
        before.linkedData,
      ])
    }
    expect(before.linkedData?.isAccessibleForFree).toBe(false)
  })

  it.each([
    ['private', { isPublic: false }],
    ['waiting for a review', { review: 'pending' }],
    ['rejected', { review: 'rejected', isPublic: false }],
    ['being processed', { status: 'processing' }],
    ['in quarantine', { hold: 'quarantine' }],
    ['removed', { hold: 'removed' }],
    ['hidden by a ban', { hold: 'ban' }],
    ['being deleted', { hold: 'deletion' }],
  ] as const)('says nothing of one that is %s', async (_, change) => {
    const { id } = await makeVideo(owner.id, { title: 'Nobody may know', ...change })
    const nothing = await head('/video/999999999')
    expect({ ...(await head(`/video/${id}`)), tags: '' }).toEqual({ ...nothing, tags: '' })
    expect(nothing).toMatchObject({
      title: 'Nocturne',
      og: {},
      linkedData: null,
      named: { robots: 'noindex' },
    })
    const before = await new TestClient({ ageVerified: false }).get(`/video/${id}`)
    await before.text()
    expect(before.status).toBe(404)
    // Its owner, who can see some of these videos, gets a title but no card.
    const own = await head(`/video/${id}`, await signInAs(owner))
    expect(own).toMatchObject({ og: {}, linkedData: null, named: { robots: 'noindex' } })
  })

  it('stays closed with the site', async () => {
    const { id } = await makeVideo(owner.id)
    await changeSettings({ maintenanceMode: true })
    try {
      expect(await head(`/video/${id}`)).toMatchObject({ title: 'Nocturne', og: {}, linkedData: null })
    } finally {
      await changeSettings({ maintenanceMode: false })
    }
  })

  it('cannot be left by what somebody typed', async () => {
    const { id } = await makeVideo(owner.id, {
      title: '</script><script>alert(1)</script>',
      description: '"><script>alert(2)</script>',
    })
    const { tags, linkedData } = await head(`/video/${id}`)
    expect(tags).not.toMatch(/<script>/)
    expect(linkedData?.name).toBe('</script><script>alert(1)</script>')
  })
})

describe('the head of other pages', () => {
  it.each(['/', '/premium', '/categories', '/terms'])('%s has a card and its one address', async (path) => {
    const found = await head(`${path}?from=somewhere`)
    expect([found.canonical, found.og['og:type'], found.og['og:image']]).toEqual([
      origin + path,
      'website',
      `${origin}/card.png`,
    ])
    expect(found.linkedData).toBeNull()
  })

  it('a category has its name; what is none is all of them', async () => {
    const id = await makeCategory()
    const client = new TestClient()
    const categories = await client.json<{ id: number; name: string; slug: string }[]>(
      'GET',
      '/api/categories',
    )
    const category = categories.find((each) => each.id === id)
    const known = await head(`/categories/${category?.slug}`)
    expect([known.title, known.canonical]).toEqual([
      `${category?.name} · Nocturne`,
      `${origin}/categories/${category?.slug}`,
    ])
    for (const path of ['/categories/all', '/categories/nothing-of-the-kind']) {
      const { title, canonical } = await head(path)
      expect([title, canonical]).toEqual(['Nocturne', `${origin}/categories`])
    }
  })

  it.each(['/signin', '/account', '/search?q=a', '/nothing', '/admin'])('%s has none', async (path) => {
    expect(await head(path)).toMatchObject({ og: {}, linkedData: null, named: { robots: 'noindex' } })
  })
})
