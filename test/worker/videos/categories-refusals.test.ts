import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Category } from '#contract/schemas/videos/categories'
import { maxCategories, uncategorizedId } from '#contract/values/videos/categories'
import { problemOf, TestClient } from '../../support/client'
import { emptySite } from '../../support/empty-site'
import { makeCategory, makeUser, randomLetters, signInAs } from '../../support/factories'

const path = '/api/admin/categories'
let admin: TestClient

beforeEach(async () => {
  await emptySite()
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

function listed() {
  return admin.json<Category[]>('GET', '/api/categories')
}

async function refusal(response: Response) {
  const { code, errors } = await problemOf(response)
  return [response.status, code, ...(errors ?? []).map((error) => error.path)]
}

describe('categories', () => {
  it.each([
    [{}, ['name', 'slug']],
    [{ name: 'A', slug: '' }, ['slug']],
    [{ name: ' ', slug: 'a' }, ['name']],
    [{ name: 'x'.repeat(61), slug: 'a' }, ['name']],
    [{ name: 'A', slug: 'x'.repeat(61) }, ['slug']],
    [{ name: 'A', slug: 7 }, ['slug']],
    [{ name: 'A', slug: 'a', position: 1 }, ['position']],
    [{ name: 'A', slug: 'ALL' }, ['slug']],
  ])('refuse to add %o', async (json, fields) => {
    const before = await listed()
    expect(await refusal(await admin.request('POST', path, { json }))).toEqual([
      400,
      'invalid_input',
      ...fields,
    ])
    expect(await listed()).toEqual(before)
  })

  it('refuse a slug that another one has, as an error of the field', async () => {
    const slug = randomLetters(9)
    await admin.request('POST', path, { json: { name: 'First', slug } })
    const answer = await admin.request('POST', path, { json: { name: 'Second', slug: slug.toUpperCase() } })
    expect(await refusal(answer)).toEqual([409, 'conflict', 'slug'])
    const id = await makeCategory()
    const rename = await admin.request('PATCH', `${path}/${id}`, { json: { slug } })
    expect(await refusal(rename)).toEqual([409, 'conflict', 'slug'])
  })

  it('keep Uncategorized and its slug', async () => {
    const one = `${path}/${uncategorizedId}`
    expect(await refusal(await admin.request('DELETE', one))).toEqual([409, 'conflict'])
    for (const slug of ['other', 'all']) {
      const answer = await admin.request('PATCH', one, { json: { slug } })
      expect(await refusal(answer)).toEqual([400, 'invalid_input', 'slug'])
    }
    expect((await listed()).find(({ id }) => id === uncategorizedId)?.slug).toBe('uncategorized')
  })

  it('that are gone are 404', async () => {
    const id = await makeCategory()
    await (await signInAs(await makeUser({ isAdmin: true }))).request('DELETE', `${path}/${id}`)
    for (const gone of [id, 999_999]) {
      const rename = await admin.request('PATCH', `${path}/${gone}`, { json: { name: 'B' } })
      expect(await refusal(rename)).toEqual([404, 'not_found'])
      expect(await refusal(await admin.request('DELETE', `${path}/${gone}`))).toEqual([404, 'not_found'])
    }
  })

  it('refuse an order of others than there are', async () => {
    for (let made = 0; made < 3; made += 1) await makeCategory()
    const before = await listed()
    const ids = before.map(({ id }) => id).filter((id) => id !== uncategorizedId)
    const [first = 0] = ids
    for (const wrong of [
      ids.slice(1),
      [...ids, uncategorizedId],
      [...ids.slice(1), 999_999],
      [...ids.slice(1), ids.at(-1) ?? 0],
      [...ids, first],
      [],
    ]) {
      const answer = await admin.request('PUT', `${path}/order`, { json: { ids: wrong } })
      expect(await refusal(answer)).toEqual([409, 'conflict'])
    }
    expect((await admin.request('PUT', `${path}/order`, { json: { ids: ['1'] } })).status).toBe(400)
    expect(await listed()).toEqual(before)
  })

  it('are no more than can be put in order', async () => {
    const slug = randomLetters(9)
    const there = (await listed()).length - 1
    await env.DB.prepare(
      `insert into categories (name, name_folded, slug) with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
       select 'Filler', 'filler', ? || i from n`,
    )
      .bind(maxCategories - there - 1, slug)
      .run()
    const add = () => admin.request('POST', path, { json: { name: 'Last', slug } })
    const { id } = await (await add()).json<Category>()
    const full = await admin.request('POST', path, { json: { name: 'Beyond', slug: `${slug}beyond` } })
    const { detail } = await problemOf(full)
    expect([full.status, detail]).toEqual([409, 'There are 200 categories, the maximum. Delete one first.'])
    // Sent again, as after a lost answer.
    expect(await (await add()).json<Category>()).toMatchObject({ id })
    const ids = (await listed()).map((each) => each.id).filter((each) => each !== uncategorizedId)
    expect((await admin.request('PUT', `${path}/order`, { json: { ids } })).status).toBe(200)
    await admin.request('DELETE', `${path}/${id}`)
    expect((await add()).status).toBe(201)
  })

  it('are changed by administrators alone', async () => {
    const id = await makeCategory()
    const user = await signInAs(await makeUser())
    for (const [method, where, json] of [
      ['POST', path, { name: 'A', slug: randomLetters(5) }],
      ['PATCH', `${path}/${id}`, { name: 'B' }],
      ['DELETE', `${path}/${id}`, undefined],
      ['PUT', `${path}/order`, { ids: [] }],
    ] as const) {
      const init = json ? { json } : {}
      expect((await user.request(method, where, init)).status).toBe(403)
      expect((await new TestClient().request(method, where, init)).status).toBe(401)
    }
    expect((await listed()).some((category) => category.id === id)).toBe(true)
  })
})
