import { and, eq, like } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountCare } from '#contract/schemas/moderation/account-care'
import type { ListChoice, ListItem, ListStep, ShownList, VideoList } from '#contract/schemas/videos/lists'
import type { Video } from '#contract/schemas/videos/video'
import { directionMessage } from '#contract/values/shared/direction'
import { blockedTermMessages } from '#contract/values/site/blocked-terms'
import { listMessages, listsMax } from '#contract/values/videos/lists'
import { openListLink } from '#db/queries/videos/library/lists'
import { auditLog, listItems, lists, mailOutbox, videos } from '#db/schema'
import { signInTo, statusOf } from '#test/support/accounts/bans'
import { leave, over } from '#test/support/accounts/leaving'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { ban, changeSettings, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { pagesOf } from '#test/support/videos/content'
import { makeList } from '#test/support/videos/lists'
import { deleteForGood } from '#test/support/videos/own-bulk'

let owner: { id: number; username: string }
let viewer: { id: number; username: string }
let client: TestClient
const visitor = new TestClient()

beforeAll(async () => {
  owner = await makeUser()
})

beforeEach(async () => {
  viewer = await makeUser()
  client = await signInAs(viewer)
  client.now = Date.now()
})

afterEach(() => changeSettings({ blockedTerms: '' }))

function create(name: string) {
  return client.json<VideoList>('POST', '/api/lists', { name })
}

function add(listId: number, videoId: number, from = client) {
  return from.request('PUT', `/api/lists/${listId}/videos/${videoId}`)
}

/** Makes a list with videos of these titles. */
async function listOf(...titles: string[]) {
  const { id } = await create(`List ${Math.random()}`)
  const ids: number[] = []
  for (const title of titles) {
    const video = await makeVideo(owner.id, { title })
    expect((await add(id, video.id)).status).toBe(204)
    ids.push(video.id)
  }
  return { id, ids }
}

async function titlesIn(listId: number): Promise<string> {
  const items = await client.json<ListItem[]>('GET', `/api/lists/${listId}/videos`)
  return items.map(({ video }) => video?.title ?? '?').join(' ')
}

function move(listId: number, videoId: number, before: number | null, from = client) {
  // The limit is for a minute.
  from.now = (from.now ?? Date.now()) + 1000
  return from.request('PATCH', `/api/lists/${listId}/videos/${videoId}`, { json: { before } })
}

function change(listId: number, json: object, from = client) {
  return from.request('PATCH', `/api/lists/${listId}`, { json })
}

async function share(listId: number): Promise<string> {
  const { linkKey } = await (await change(listId, { isShared: true })).json<VideoList>()
  return linkKey ?? ''
}

describe('a list', () => {
  it('is made, renamed and deleted with what it holds', async () => {
    const { id, ids } = await listOf('A', 'B')
    expect(await (await change(id, { name: '  For   later ' })).json()).toMatchObject({
      id,
      name: 'For later',
      linkKey: null,
      count: 2,
    })
    expect(await client.json<ShownList[]>('GET', '/api/lists')).toMatchObject([{ id, count: 2 }])
    expect((await client.request('DELETE', `/api/lists/${id}`)).status).toBe(204)
    expect((await client.request('DELETE', `/api/lists/${id}`)).status).toBe(204)
    expect((await client.get(`/api/lists/${id}`)).status).toBe(404)
    expect(await testDb().select().from(listItems).where(eq(listItems.listId, id))).toEqual([])
    expect(ids).toHaveLength(2)
  })

  it('has a name that no other of the account has, whatever its case and accents', async () => {
    const { id } = await create('Café')
    const again = await client.request('POST', '/api/lists', { json: { name: 'CAFE' } })
    expect((await problemOf(again)).errors).toEqual([{ path: 'name', message: listMessages.taken }])
    const other = await create('Other')
    const renamed = await change(other.id, { name: 'cafe' })
    expect((await problemOf(renamed)).errors).toEqual([{ path: 'name', message: listMessages.taken }])
    expect(await (await change(id, { name: 'CAFÉ' })).json()).toMatchObject({ name: 'CAFÉ' })
    const stranger = await signInAs(await makeUser())
    const theirs = await stranger.json<VideoList>('POST', '/api/lists', { name: 'Café' })
    expect(await (await change(theirs.id, { name: 'Other' }, stranger)).json()).toMatchObject({
      name: 'Other',
    })
  })

  it.each([
    ['', listMessages.unnamed],
    ['   ', listMessages.unnamed],
    ['\u200b\u200b', listMessages.unnamed],
    ['x'.repeat(61), listMessages.long],
    ['Films\u202egnp', directionMessage],
  ])('can not be called %j', async (name, message) => {
    const refused = await client.request('POST', '/api/lists', { json: { name } })
    expect((await problemOf(refused)).errors).toEqual([{ path: 'name', message }])
  })

  it('may have sixty characters of two units each', async () => {
    expect(await create('🌙'.repeat(60))).toMatchObject({ name: '🌙'.repeat(60) })
  })

  it('is one of a hundred at most, however many are made at once', async () => {
    for (let count = 0; count < listsMax - 1; count += 1) await makeList(viewer.id)
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => client.request('POST', '/api/lists', { json: { name } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    await makeList((await makeUser()).id, { name: 'Four', nameFolded: 'four' })
    const full = await client.request('POST', '/api/lists', { json: { name: 'Four' } })
    expect((await problemOf(full)).detail).toBe(listMessages.tooMany)
  })

  it('is nobody else’s to see or to change', async () => {
    const { id, ids } = await listOf('A', 'B')
    const [a = 0, b = 0] = ids
    const stranger = await signInAs(await makeUser({ isAdmin: true }))
    const answers = await Promise.all([
      stranger.get(`/api/lists/${id}`),
      stranger.get(`/api/lists/${id}/videos`),
      stranger.get(`/api/lists/${id}/order`),
      change(id, { name: 'Mine' }, stranger),
      change(id, { isShared: true }, stranger),
      add(id, a, stranger),
      move(id, a, null, stranger),
      stranger.request('DELETE', `/api/lists/${id}/videos/${b}`),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404))
    await stranger.request('DELETE', `/api/lists/${id}`)
    expect(await titlesIn(id)).toBe('A B')
    const key = await share(id)
    const theirs = await stranger.json<VideoList>('POST', '/api/lists', { name: 'Theirs' })
    await stranger.request('POST', `/api/lists/${theirs.id}/link`, { json: { replaces: key } })
    expect((await visitor.get(`/api/list/${key}`)).status).toBe(200)
  })
})

describe('what is in a list', () => {
  it('is added once, at the end, and removed once, and is counted', async () => {
    const { id, ids } = await listOf('A', 'B')
    const [a = 0] = ids
    await add(id, a)
    expect(await titlesIn(id)).toBe('A B')
    for (const expected of [1, 1]) {
      expect((await client.request('DELETE', `/api/lists/${id}/videos/${a}`)).status).toBe(204)
      expect((await client.json<VideoList>('GET', `/api/lists/${id}`)).count).toBe(expected)
    }
    await add(id, a)
    expect(await titlesIn(id)).toBe('B A')
    const other = await makeList(viewer.id)
    const choices = await client.json<ListChoice[]>('GET', `/api/lists/for/${a}`)
    expect(choices).toMatchObject([
      { id, holds: true, count: 2 },
      { id: other, holds: false, count: 0 },
    ])
    const none = await makeVideo(owner.id)
    const without = await client.json<ListChoice[]>('GET', `/api/lists/for/${none.id}`)
    expect(without.map(({ holds }) => holds)).toEqual([false, false])
  })

  it('is a thousand videos at most', async () => {
    const { id } = await create('Full')
    const others = Array.from({ length: 1000 }, (_, at) => `(${id}, ${at + 5_000_000}, ${at}, 0)`)
    for (let at = 0; at < 1000; at += 100) {
      await testDb().run(
        `insert into list_items (list_id, video_id, place, added_at) values ${others.slice(at, at + 100).join()}`,
      )
    }
    const { id: videoId } = await makeVideo(owner.id)
    expect((await problemOf(await add(id, videoId))).detail).toBe(listMessages.full)
  })

  it('goes with its video, also from the count', async () => {
    const { id, ids } = await listOf('A', 'B')
    await deleteForGood(await signInAs(owner), ids[0] ?? 0)
    expect(await titlesIn(id)).toBe('B')
    expect((await client.json<VideoList>('GET', `/api/lists/${id}`)).count).toBe(1)
  })

  it('pages without a gap or a double', async () => {
    const { id, ids } = await listOf('A', 'B', 'C', 'D', 'E')
    // Two at the same place.
    await testDb().update(listItems).set({ place: 5 }).where(eq(listItems.listId, id))
    const seen: number[] = []
    for await (const { items } of pagesOf<ListItem>(client, `/api/lists/${id}/videos?limit=2`))
      seen.push(...items.map(({ videoId }) => videoId))
    expect(seen).toEqual(ids)
  })

  it('shows some of its videos by their IDs, in its order, and reads no others', async () => {
    const { id, ids } = await listOf('A', 'B', 'C', 'D')
    const [a = 0, b = 0, c = 0] = ids
    await move(id, c, a)
    const stranger = await makeVideo(owner.id, { title: 'E' })
    await testDb().update(videos).set({ isPublic: false }).where(eq(videos.id, b))
    const asked = `ids=${[a, b, c, stranger.id].join()}`
    const own = await client.get(`/api/lists/${id}/videos?${asked}`)
    expect((await own.json<ListItem[]>()).map(({ video }) => video?.title)).toEqual(['C', 'A', undefined])
    expect(own.headers.get('link')).toBeNull()
    const key = await share(id)
    const shared = await visitor.get(`/api/list/${key}/videos?${asked}`)
    expect((await shared.json<Video[]>()).map(({ title }) => title)).toEqual(['C', 'A'])
    expect(shared.headers.get('link')).toBeNull()
    const others = Array.from({ length: 90 }, (_, at) => `(${id}, ${at + 5_000_000}, ${at}, 0)`)
    await testDb().run(`insert into list_items (list_id, video_id, place, added_at) values ${others.join()}`)
    const cost = d1Cost(await visitor.get(`/api/list/${key}/videos?${asked}`))
    expect(cost.rowsRead).toBeLessThan(30)
    const wrong = await visitor.get(`/api/list/${key}/videos?ids=${ids.join(';')}`)
    expect(wrong.status).toBe(400)
  })

  it('can not be a video that the account may not see', async () => {
    const { id } = await create('List')
    const hidden = await makeVideo(owner.id, { isPublic: false })
    expect((await add(id, hidden.id)).status).toBe(404)
    const choices = await client.json<ListChoice[]>('GET', `/api/lists/for/${hidden.id}`)
    expect(choices).toMatchObject([{ count: 0, holds: false }])
  })
})

describe('the order of a list', () => {
  it('is changed by moves before another, and to the end', async () => {
    const { id, ids } = await listOf('A', 'B', 'C', 'D')
    const [a = 0, b = 0, c = 0, d = 0] = ids
    for (const [moved, before, expected] of [
      [d, a, 'D A B C'],
      [d, null, 'A B C D'],
      [c, b, 'A C B D'],
      // Moved to its present place.
      [c, b, 'A C B D'],
      [c, c, 'A C B D'],
      [a, b, 'C A B D'],
    ] as const) {
      expect((await move(id, moved, before)).status).toBe(204)
      expect(await titlesIn(id)).toBe(expected)
    }
    expect(await client.json<ListStep[]>('GET', `/api/lists/${id}/order`)).toMatchObject(
      [c, a, b, d].map((video) => ({ id: video, key: null })),
    )
  })

  it('is that of a plain array after any moves', async () => {
    const { id, ids } = await listOf('A', 'B', 'C', 'D', 'E')
    const at = fc.nat(ids.length - 1)
    const model = [...ids]
    const moves = fc.array(fc.tuple(at, fc.option(at, { nil: null })), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(moves, async (steps) => {
        for (const [from, to] of steps) {
          const moved = ids[from] ?? 0
          const before = to === null ? null : (ids[to] ?? 0)
          await move(id, moved, before)
          if (moved === before) continue
          model.splice(model.indexOf(moved), 1)
          model.splice(before === null ? model.length : model.indexOf(before), 0, moved)
        }
        const order = await client.json<ListStep[]>('GET', `/api/lists/${id}/order`)
        expect(order.map((step) => step.id)).toEqual(model)
      }),
      { numRuns: 8 },
    )
  }, 60_000)

  it('finds room between two neighbours however often', async () => {
    const { id, ids } = await listOf('A', 'B', 'C')
    let [, lower = 0, upper = 0] = ids
    for (let times = 0; times < 120; times += 1) {
      expect((await move(id, upper, lower)).status).toBe(204)
      ;[lower, upper] = [upper, lower]
    }
    expect(await titlesIn(id)).toBe('A B C')
    const rows = await testDb().select().from(listItems).where(eq(listItems.listId, id))
    expect(new Set(rows.map(({ place }) => place)).size).toBe(3)
  })

  it('loses and doubles nothing when many move at once', async () => {
    const { id, ids } = await listOf('A', 'B', 'C', 'D', 'E', 'F')
    const answers = await Promise.all(
      ids.flatMap((moved, at) => [move(id, moved, ids[(at + 3) % 6] ?? null), move(id, moved, null)]),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    const order = await client.json<ListStep[]>('GET', `/api/lists/${id}/order`)
    expect(order.map((step) => step.id).toSorted()).toEqual(ids.toSorted())
  })

  it('knows only videos in the list', async () => {
    const { id, ids } = await listOf('A', 'B')
    const [a = 0] = ids
    const other = await makeVideo(owner.id)
    expect((await move(id, other.id, a)).status).toBe(404)
    expect((await move(id, a, other.id)).status).toBe(404)
    expect(await titlesIn(id)).toBe('A B')
  })
})

describe('a list’s link', () => {
  it('opens the list to everyone, with a key of 128 bits, and says nothing of its owner', async () => {
    const { id, ids } = await listOf('A', 'B')
    const key = await share(id)
    expect(Buffer.from(key, 'base64url')).toHaveLength(16)
    expect(await share(id)).toBe(key)
    const { name } = await client.json<VideoList>('GET', `/api/lists/${id}`)
    expect(await visitor.json('GET', `/api/list/${key}`)).toEqual({ name })
    const shown = await visitor.json<Video[]>('GET', `/api/list/${key}/videos`)
    expect(shown.map((video) => video.title)).toEqual(['A', 'B'])
    expect(JSON.stringify(shown)).not.toContain(viewer.username)
    const order = await visitor.json<ListStep[]>('GET', `/api/list/${key}/order`)
    expect(order.map((step) => step.id)).toEqual(ids)
  })

  it('ends when it is closed, replaced or deleted with its list', async () => {
    const { id } = await listOf('A')
    const nothing = await (await visitor.get(`/api/list/${'A'.repeat(22)}`)).json()
    const first = await share(id)
    const renewed = await client.json<VideoList>('POST', `/api/lists/${id}/link`, { replaces: first })
    const second = renewed.linkKey ?? ''
    expect(second).not.toBe(first)
    // A second press changes nothing.
    expect(await client.json('POST', `/api/lists/${id}/link`, { replaces: first })).toEqual(renewed)
    await change(id, { isShared: false })
    const third = await share(id)
    await client.request('DELETE', `/api/lists/${id}`)
    expect(new Set([first, second, third]).size).toBe(3)
    for (const key of [first, second, third, 'short', `${third}A`]) {
      for (const path of ['', '/videos', '/order']) {
        const answer = await visitor.get(`/api/list/${key}${path}`)
        expect([answer.status, await answer.json()]).toEqual([404, nothing])
      }
    }
  })

  it('opens no other list of the same name', async () => {
    const { id } = await create('Later')
    const other = await makeList((await makeUser()).id, { name: 'Later' })
    expect(await share(id)).toHaveLength(22)
    expect(await testDb().select().from(lists).where(eq(lists.id, other))).toMatchObject([{ linkKey: null }])
  })

  it('opens no list that was renamed or closed since it was looked at', async () => {
    const list = { id: await makeList(viewer.id, { name: 'Checked' }), userId: viewer.id }
    const open = (name: string) => openListLink(testDb(), list, 'K'.repeat(22), name)
    expect(await open('Another name')).toEqual([])
    await testDb().update(lists).set({ closedAt: 1 }).where(eq(lists.id, list.id))
    expect(await open('Checked')).toEqual([])
  })

  it('opens nothing of an account that is banned', async () => {
    const { id } = await listOf('A')
    const key = await share(id)
    await ban(viewer.id)
    expect((await visitor.get(`/api/list/${key}`)).status).toBe(404)
  })

  it('opens nothing while its account is leaving, and the list again once that stays', async () => {
    const { id } = await listOf('A')
    const key = await share(id)
    const statuses = () =>
      Promise.all(['', '/videos', '/order'].map((path) => statusOf(visitor, `/api/list/${key}${path}`)))
    await leave(viewer)
    expect(await statuses()).toEqual([404, 404, 404])
    expect((await signInTo(viewer.username, over - 1)).status).toBe(200)
    expect(await statuses()).toEqual([200, 200, 200])
  })

  it('is closed by staff who decide cases, who can allow another, and the owner is told why', async () => {
    const { id } = await listOf('A')
    const key = await share(id)
    const note = 'Its name advertises something.'
    const close = async (staff: Parameters<typeof makeUser>[0]) =>
      (await signInAs(await makeUser(staff))).request('POST', `/api/admin/lists/${key}/close`, {
        json: { note },
      })
    expect((await close({ staff: 'support' })).status).toBe(403)
    const closed = await close({ staff: 'moderator' })
    expect(await closed.json()).toEqual({ ownerId: viewer.id })
    expect((await close({ isAdmin: true })).status).toBe(404)
    expect((await visitor.get(`/api/list/${key}`)).status).toBe(404)
    expect((await problemOf(await change(id, { isShared: true }))).detail).toBe(listMessages.closed)
    expect(await client.json('GET', `/api/lists/${id}`)).toMatchObject({ linkKey: null, isClosed: true })
    const mails = await testDb()
      .select()
      .from(mailOutbox)
      .where(
        and(eq(mailOutbox.subject, 'We disabled a shared link'), like(mailOutbox.body, `%/lists/${id}\n%`)),
      )
    expect(mails.map(({ body }) => body.includes(note))).toEqual([true])
    const [act] = await testDb()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'list.close'), eq(auditLog.subjectId, String(id))))
    expect(JSON.parse(act?.details ?? '{}')).toMatchObject({
      name: expect.stringMatching(/^List /),
      owner: viewer.id,
    })
  })

  it('is allowed again by staff, as a new one, as often as it was closed', async () => {
    const { id } = await listOf('A')
    const staff = await signInAs(await makeUser({ staff: 'moderator' }))
    const note = 'It has another name now.'
    const reopen = (from: TestClient) =>
      from.request('POST', `/api/admin/lists/${id}/reopen`, { json: { note } })
    const care = (from: TestClient) => from.json<AccountCare>('GET', `/api/admin/users/${viewer.id}/care`)
    const keys = new Set<string>()
    for (const time of [1, 2]) {
      const key = await share(id)
      keys.add(key)
      staff.now = Date.now() + time
      if (time === 1) expect((await reopen(staff)).status).toBe(404)
      await staff.request('POST', `/api/admin/lists/${key}/close`, { json: { note } })
      expect((await care(staff)).closedLists).toMatchObject([{ id }])
      const support = await signInAs(await makeUser({ staff: 'support' }))
      expect((await care(support)).closedLists).toEqual([])
      expect((await reopen(support)).status).toBe(403)
      expect((await reopen(staff)).status).toBe(204)
      expect((await care(staff)).closedLists).toEqual([])
      expect(await client.json('GET', `/api/lists/${id}`)).toMatchObject({ linkKey: null, isClosed: false })
      expect((await visitor.get(`/api/list/${key}`)).status).toBe(404)
    }
    expect(keys.size).toBe(2)
    const mails = await testDb()
      .select()
      .from(mailOutbox)
      .where(like(mailOutbox.body, `%/lists/${id}\n%`))
    const to = `${viewer.username}@example.com`
    const subjects = ['We disabled a shared link', 'You can share your list again']
    expect(mails.map(({ subject, recipient }) => [subject, recipient])).toEqual(
      [...subjects, ...subjects].map((subject) => [subject, to]),
    )
    const acts = await testDb()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'list'), eq(auditLog.subjectId, String(id))))
    expect(acts.map(({ action, reason }) => [action, reason])).toEqual(
      ['list.close', 'list.reopen', 'list.close', 'list.reopen'].map((action) => [action, note]),
    )
  })

  it.each([
    ['their own', 'moderator', 409, "You can't decide about your own list. Ask a colleague."],
    ['an equal’s', 'moderator', 403, "You can't act on an account with this role."],
    ['a superior’s', 'owner', 403, "You can't act on an account with this role."],
  ] as const)(
    'is neither named nor allowed again to staff when it is %s',
    async (whose, role, status, detail) => {
      const account = await makeUser({ staff: 'moderator' })
      const staff = await signInAs(account)
      const ownerId =
        whose === 'their own' ? account.id : (await makeUser({ staff: role, isAdmin: role === 'owner' })).id
      const id = await makeList(ownerId, { closedAt: 1 })
      const care = await staff.json<AccountCare>('GET', `/api/admin/users/${ownerId}/care`)
      expect(care.closedLists).toEqual([])
      const answer = await staff.request('POST', `/api/admin/lists/${id}/reopen`, {
        json: { note: 'It is fine now.' },
      })
      expect([answer.status, (await problemOf(answer)).detail]).toEqual([status, detail])
      const db = testDb()
      expect(await db.select().from(lists).where(eq(lists.id, id))).toMatchObject([{ closedAt: 1 }])
      expect(
        await db
          .select()
          .from(mailOutbox)
          .where(like(mailOutbox.body, `%/lists/${id}\n%`)),
      ).toEqual([])
      const acts = and(eq(auditLog.subject, 'list'), eq(auditLog.subjectId, String(id)))
      expect(await db.select().from(auditLog).where(acts)).toEqual([])
    },
  )

  it('is refused to a list with a blocked term in its name', async () => {
    await changeSettings({ blockedTerms: 'forbidden' })
    const { id } = await create('Forbidden things')
    const errors = [{ path: 'name', message: blockedTermMessages.text }]
    expect((await problemOf(await change(id, { isShared: true }))).errors).toEqual(errors)
    expect((await change(id, { name: 'Things' })).status).toBe(200)
    const key = await share(id)
    expect((await problemOf(await change(id, { name: 'Forbidden' }))).errors).toEqual(errors)
    expect(await visitor.json('GET', `/api/list/${key}`)).toEqual({ name: 'Things' })
    expect((await change(id, { name: 'Forbidden', isShared: false })).status).toBe(200)
    expect((await visitor.get(`/api/list/${key}`)).status).toBe(404)
  })
})

describe('a video that the public can not see', () => {
  const secret = 'Plumbago'
  it.each([
    ['private', { isPublic: false }],
    ['pending', { review: 'pending' }],
    ['rejected', { review: 'rejected', isPublic: false }],
    ['processing', { status: 'processing' }],
    ['failed', { status: 'failed' }],
    ['scheduled', { isPublic: false, publishAt: Date.now() + 1e9 }],
    ['unlisted', { isPublic: false, unlistedKey: 'B'.repeat(22) }],
    ['quarantined', { hold: 'quarantine' }],
    ['removed', { hold: 'removed' }],
    ['in the trash', { hold: 'trash' }],
  ] as const)('that is %s shows in no list', async (_, state) => {
    const { id, ids } = await listOf(secret, 'B')
    const [hidden = 0] = ids
    const key = await share(id)
    await testDb().update(videos).set(state).where(eq(videos.id, hidden))
    const paths = [
      '/api/lists',
      `/api/lists/${id}/videos`,
      `/api/lists/${id}/order`,
      `/api/lists/for/${hidden}`,
    ]
    for (const path of paths) expect(await (await client.get(path)).text()).not.toContain(secret)
    expect(await titlesIn(id)).toBe('? B')
    // This also applies to its own uploader, who may see it elsewhere.
    for (const from of [visitor, await signInAs(owner)]) {
      const shown = await from.json<Video[]>('GET', `/api/list/${key}/videos`)
      expect(shown.map((video) => video.title)).toEqual(['B'])
      expect(await from.json<ListStep[]>('GET', `/api/list/${key}/order`)).toHaveLength(1)
    }
    expect((await client.request('DELETE', `/api/lists/${id}/videos/${hidden}`)).status).toBe(204)
    expect(await titlesIn(id)).toBe('B')
  })

  it('keeps its key for the one who added it by its link, not for the link of the list', async () => {
    const unlistedKey = 'C'.repeat(22)
    const video = await makeVideo(owner.id, { title: 'By link', isPublic: false, unlistedKey })
    const { id } = await create('With an unlisted one')
    const added = await client.request('PUT', `/api/lists/${id}/videos/${video.id}?key=${unlistedKey}`)
    expect(added.status).toBe(204)
    expect(await titlesIn(id)).toBe('By link')
    expect(await client.json<ListStep[]>('GET', `/api/lists/${id}/order`)).toMatchObject([
      { key: unlistedKey },
    ])
    const key = await share(id)
    expect(await visitor.json('GET', `/api/list/${key}/videos`)).toEqual([])
    await testDb()
      .update(videos)
      .set({ unlistedKey: 'D'.repeat(22) })
      .where(eq(videos.id, video.id))
    expect(await titlesIn(id)).toBe('?')
    await client.request('PUT', `/api/lists/${id}/videos/${video.id}?key=${'D'.repeat(22)}`)
    expect(await titlesIn(id)).toBe('By link')
  })
})

it('shows the poster of a list’s first video', async () => {
  const { id, ids } = await listOf('A', 'B')
  const [shown] = await client.json<ShownList[]>('GET', '/api/lists')
  const first = await client.json<Video>('GET', `/api/videos/${ids[0]}`)
  expect(shown?.posterUrl).toBe(first.thumbnailUrl)
  expect(await testDb().select().from(lists).where(eq(lists.id, id))).toMatchObject([{ itemCount: 2 }])
})
