import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Category } from '#contract/schemas/videos/categories'
import type { Video } from '#contract/schemas/videos/video'
import { uncategorizedId } from '#contract/values/videos/categories'
import { categories, videos } from '#db/schema'
import type { JobMessage } from '#worker/queues'
import { emptyCategory, finishPendingCategories } from '#worker/services/videos/categories/empty'
import { ownerOfVideos } from '../../support/accounts/owner'
import { TestClient } from '../../support/client'
import { jobContext } from '../../support/context'
import {
  fillVideos,
  makeUser,
  makeVideo,
  randomLetters,
  signInAs,
  testDb,
  videoRow,
} from '../../support/factories'
import { auditOf } from '../../support/moderation/removals'

const db = testDb()
const path = '/api/admin/categories'
const owner = ownerOfVideos()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

function add(name: string, slug = name) {
  return admin.json<Category>('POST', path, { name, slug })
}

function listed() {
  return new TestClient().json<Category[]>('GET', '/api/categories')
}

function countOf(list: Category[], id: number): number {
  return list.find((each) => each.id === id)?.videoCount ?? -1
}

async function lastEntry(id: number | string) {
  const entry = (await auditOf('category', id)).at(-1)
  return { action: entry?.action, details: JSON.parse(entry?.details ?? 'null') }
}

describe('adding a category', () => {
  it('puts it behind the others and before Uncategorized, with its slug forced into its alphabet', async () => {
    const name = `Été & ${randomLetters(6)}`
    const answer = await admin.request('POST', path, {
      json: { name: ` ${name} `, slug: ` Été & ${name}_X ` },
    })
    expect(answer.status).toBe(201)
    const made = await answer.json<Category>()
    const slug = `-t----${name.slice(3).replace(/[^a-z]/g, '-')}-x`
    expect(made).toEqual({
      id: expect.any(Number),
      name,
      slug: expect.stringMatching(/^[a-z0-9-]+$/),
      videoCount: 0,
    })
    expect(made.slug).toHaveLength(slug.length + 3)
    expect((await listed()).slice(-2).map(({ id }) => id)).toEqual([made.id, uncategorizedId])
    expect(await lastEntry(made.id)).toEqual({
      action: 'category.create',
      details: { before: null, after: { name, slug: made.slug } },
    })
  })

  it('of the same slug twice at once makes one', async () => {
    const slug = randomLetters(10)
    const answers = await Promise.all(
      ['One', 'Two'].map((name) => admin.request('POST', path, { json: { name, slug } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await listed()).filter((each) => each.slug === slug)).toHaveLength(1)
  })
})

describe('renaming a category', () => {
  it('changes name and slug, in every list, and is on record', async () => {
    const { id, name, slug } = await add(randomLetters(8))
    const renamed = randomLetters(8)
    const json = { name: 'New name', slug: renamed.toUpperCase() }
    expect(await admin.json('PATCH', `${path}/${id}`, json)).toMatchObject({
      id,
      name: 'New name',
      slug: renamed,
    })
    expect((await listed()).find((each) => each.id === id)?.slug).toBe(renamed)
    expect(await lastEntry(id)).toEqual({
      action: 'category.update',
      details: { before: { name, slug }, after: { name: 'New name', slug: renamed } },
    })
  })

  it('twice at once leaves a record of what happened', async () => {
    const { id, name } = await add(randomLetters(8))
    const answers = await Promise.all(
      ['One', 'Two'].map((to) => admin.request('PATCH', `${path}/${id}`, { json: { name: to } })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    const entries = await auditOf('category', id)
    const steps = entries
      .filter(({ action }) => action === 'category.update')
      .map(({ details }) => JSON.parse(details ?? ''))
    expect(steps).toHaveLength(statuses.filter((status) => status === 200).length)
    expect(steps[0].before.name).toBe(name)
    const now = (await listed()).find((each) => each.id === id)?.name
    expect(steps.at(-1).after.name).toBe(now)
  })

  it('gives Uncategorized another name', async () => {
    const answer = await admin.request('PATCH', `${path}/${uncategorizedId}`, { json: { name: 'Other' } })
    expect(await answer.json()).toMatchObject({ name: 'Other', slug: 'uncategorized' })
    await admin.request('PATCH', `${path}/${uncategorizedId}`, { json: { name: 'Uncategorized' } })
  })
})

it('ordering puts them as they are given, and is on record', async () => {
  await add(randomLetters(8))
  await add(randomLetters(8))
  const known = await listed()
  const before = known.map(({ id }) => id).filter((id) => id !== uncategorizedId)
  const after = before.toReversed()
  const namesOf = (ids: number[]) => ids.map((id) => known.find((each) => each.id === id)?.name)
  const answer = await admin.json<Category[]>('PUT', `${path}/order`, { ids: after })
  expect(answer.map(({ id }) => id)).toEqual([...after, uncategorizedId])
  expect((await listed()).map(({ id }) => id)).toEqual([...after, uncategorizedId])
  expect(await lastEntry('all')).toEqual({
    action: 'category.reorder',
    details: { before: namesOf(before), after: namesOf(after) },
  })
})

describe('deleting a category', () => {
  let made: Category
  beforeEach(async () => {
    made = await add(randomLetters(9))
  })

  const remove = (id = made.id) => admin.request('DELETE', `${path}/${id}`)

  it('hides it at once, and moves its videos of every state, with the counts right', async () => {
    const there = countOf(await listed(), uncategorizedId)
    const states = [
      {},
      { isPublic: false },
      { review: 'pending' },
      { hold: 'removed' },
      { status: 'failed' },
    ] as const
    const ids: number[] = []
    for (const state of states) ids.push((await makeVideo(owner.id, { ...state, categoryId: made.id })).id)
    expect(countOf(await listed(), made.id)).toBe(1)

    expect((await remove()).status).toBe(204)
    expect((await listed()).some(({ id }) => id === made.id)).toBe(false)
    expect(await lastEntry(made.id)).toEqual({
      action: 'category.delete',
      details: { before: { name: made.name, slug: made.slug }, after: null },
    })
    const edit = { json: { categoryId: made.id } }
    const other = await makeVideo(owner.id)
    expect((await owner.client.request('PATCH', `/api/videos/${other.id}`, edit)).status).toBe(400)

    await emptyCategory(await jobContext(), made.id)
    for (const id of ids) expect((await videoRow(id))?.categoryId).toBe(uncategorizedId)
    // Includes the video that wasn't moved.
    expect(countOf(await listed(), uncategorizedId)).toBe(there + 2)
    expect(await new TestClient().json<Video[]>('GET', `/api/videos?categoryId=${made.id}`)).toEqual([])
  })

  it('frees its slug at once', async () => {
    await remove()
    const again = await add(made.name, made.slug)
    expect([again.slug, again.id === made.id]).toEqual([made.slug, false])
  })

  it('twice is done once, and once on record', async () => {
    const answers = await Promise.all([remove(), remove()])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    const acts = (await auditOf('category', made.id)).map(({ action }) => action)
    expect(acts.filter((action) => action === 'category.delete')).toHaveLength(1)
  })

  it('moves thousands in bounded steps, which go on by themselves', async () => {
    for (let round = 0; round < 2; round += 1) await fillVideos(owner.id, 5100, { categoryId: made.id })
    await remove()
    const sent: JobMessage[] = []
    const ctx = await jobContext()
    const send = async (message: JobMessage) => {
      sent.push(message)
    }
    const jobs = Object.assign(Object.create(ctx.jobs), { send })
    await emptyCategory({ ...ctx, jobs }, made.id)
    const left = () =>
      db
        .select()
        .from(videos)
        .where(eq(videos.categoryId, made.id))
        .then((rows) => rows.length)
    expect(await left()).toBe(200)
    expect(sent).toEqual([{ job: 'empty-category', categoryId: made.id }])
    await emptyCategory({ ...ctx, jobs }, made.id)
    expect([await left(), sent.length]).toEqual([0, 1])
  }, 60_000)

  it('ends by cron where the message was lost, and takes what was published into it meanwhile', async () => {
    await remove()
    const late = await makeVideo(owner.id, { categoryId: made.id })
    const rowIsThere = () =>
      db
        .select()
        .from(categories)
        .where(eq(categories.id, made.id))
        .then((rows) => rows.length)
    await finishPendingCategories(await jobContext())
    expect([(await videoRow(late.id))?.categoryId, await rowIsThere()]).toEqual([uncategorizedId, 1])
    await finishPendingCategories(await jobContext(Date.now() + 3600_000))
    expect(await rowIsThere()).toBe(0)
  })
})
