import { and, asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LegalDocument } from '#contract/schemas/site/settings'
import type { AdminLegal } from '#contract/schemas/site/settings-admin'
import { confirmedMs } from '#contract/values/accounts/account'
import { legalBodyLength } from '#contract/values/site/legal-text'
import { auditLog, legalAcceptances, legalDefaults, legalDocuments } from '#db/schema'
import { newAccount, signUp } from '#test/support/accounts/accounts'
import { problemOf, TestClient } from '#test/support/client'
import { makeUser, randomLetters, signInAs, testDb } from '#test/support/factories'

const db = testDb()
let admin: TestClient
let slug: string

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

beforeEach(async () => {
  slug = randomLetters(12)
  const first = { title: 'Rules', body: 'Be kind at {siteName}.', publishedAt: Date.UTC(2026, 0, 1) }
  await db.insert(legalDocuments).values({ slug, version: 1, ...first })
})

const text = { title: 'New rules', body: 'Be kinder at {siteName}.' }

function publish(json: object, client = admin) {
  return client.request('POST', `/api/admin/legal/${slug}`, { json })
}

async function acts() {
  const about = and(eq(auditLog.subject, 'legal'), eq(auditLog.subjectId, slug))
  const rows = await db.select().from(auditLog).where(about).orderBy(asc(auditLog.id))
  return rows.map(({ action, details }) => ({ action, details: JSON.parse(details ?? 'null') }))
}

describe('GET /api/admin/legal/:slug', () => {
  it('is the newest text with its placeholders, and the versions before it', async () => {
    await publish({ ...text, version: 1 })
    const page = await admin.json<AdminLegal>('GET', `/api/admin/legal/${slug}`)
    expect(page).toMatchObject({ slug, ...text, version: 2 })
    expect(page.versions).toEqual([
      { version: 2, title: 'New rules', publishedAt: page.publishedAt },
      { version: 1, title: 'Rules', publishedAt: '2026-01-01T00:00:00.000Z' },
    ])
  })

  it('tells of a default text that came after the page was edited, until the next version', async () => {
    const read = async () => (await admin.json<AdminLegal>('GET', `/api/admin/legal/${slug}`)).newerDefault
    expect(await read()).toBeNull()
    const newer = { title: 'Rules', body: 'Be kindest.' }
    await db.insert(legalDefaults).values({ slug, afterVersion: 1, ...newer })
    expect(await read()).toEqual(newer)
    await publish({ ...text, version: 1 })
    expect(await read()).toBeNull()
  })

  it('is an earlier version, word for word, where that is asked for', async () => {
    await publish({ ...text, version: 1 })
    const page = await admin.json<AdminLegal>('GET', `/api/admin/legal/${slug}?version=1`)
    expect(page).toMatchObject({
      slug,
      version: 1,
      title: 'Rules',
      body: 'Be kind at {siteName}.',
      publishedAt: '2026-01-01T00:00:00.000Z',
    })
    expect(page.versions.map(({ version }) => version)).toEqual([2, 1])
  })

  it.each([
    ['2', 404],
    ['0', 400],
    ['first', 400],
  ])('refuses version %s with %s', async (version, status) => {
    expect((await admin.get(`/api/admin/legal/${slug}?version=${version}`)).status).toBe(status)
  })
})

describe('POST /api/admin/legal/:slug', () => {
  it('publishes the next version, and keeps the one that accounts agreed to', async () => {
    const answer = await publish({ ...text, version: 1 })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ version: 2, ...text }),
    ])
    const shown = await new TestClient().json<LegalDocument>('GET', `/api/legal/${slug}`)
    expect([shown.version, shown.title]).toEqual([2, 'New rules'])
    expect(shown.body).toMatch(/^Be kinder at [^{]+\.$/)
    const rows = await db.select().from(legalDocuments).where(eq(legalDocuments.slug, slug))
    expect(rows.map(({ version, body }) => [version, body]).sort()).toEqual([
      [1, 'Be kind at {siteName}.'],
      [2, text.body],
    ])
    expect(await acts()).toEqual([
      {
        action: 'legal.publish',
        details: { before: { version: 1, title: 'Rules' }, after: { version: 2, title: 'New rules' } },
      },
    ])
  })

  it('is what the next account agrees to', async () => {
    slug = 'terms'
    const { version, title, body } = await admin.json<AdminLegal>('GET', '/api/admin/legal/terms')
    await publish({ title, body: `${body}\n\nOne more thing.`, version })
    const client = new TestClient()
    const { id } = await (await signUp(newAccount(), client)).json<{ id: number }>()
    const accepted = await db.select().from(legalAcceptances).where(eq(legalAcceptances.userId, id))
    expect(accepted.find((row) => row.slug === 'terms')?.version).toBe(version + 1)
  })

  it('of two who edited the same version the first wins, and the second is told', async () => {
    const other = { title: 'Other rules', body: 'Be quiet.' }
    const answers = await Promise.all([publish({ ...text, version: 1 }), publish({ ...other, version: 1 })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = await publish({ title: 'Late rules', body: 'Be late.', version: 1 })
    expect([late.status, (await problemOf(late)).detail]).toEqual([
      409,
      'Someone else has published a newer version of this page. Please check it first.',
    ])
    const rows = await db.select().from(legalDocuments).where(eq(legalDocuments.slug, slug))
    expect([rows.length, (await acts()).length]).toEqual([2, 1])
  })

  it('takes a text of the greatest length, whatever its letters weigh', async () => {
    const body = '語'.repeat(legalBodyLength.max)
    expect((await publish({ title: 'Long', body, version: 1 })).status).toBe(200)
    const longer = await publish({ title: 'Long', body: `${body}語`, version: 2 })
    expect([longer.status, (await problemOf(longer)).code]).toEqual([400, 'invalid_input'])
    const elsewhere = await admin.request('PATCH', '/api/admin/settings', { json: { siteName: body } })
    expect([elsewhere.status, (await problemOf(elsewhere)).code]).toEqual([413, 'too_large'])
  })

  it('sent twice is one version', async () => {
    const answers = [await publish({ ...text, version: 1 }), await publish({ ...text, version: 1 })]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await acts()).length).toBe(1)
  })
})

describe('a legal page is refused', () => {
  it.each([
    [{ ...text, version: 1, body: 'Be kind at {sitename}.' }, 'body'],
    [{ ...text, version: 1, title: 'Rules of {name}' }, 'title'],
    [{ ...text, version: 1, body: ' ' }, 'body'],
    [{ ...text, version: 1, body: 'x'.repeat(60_001) }, 'body'],
    [{ ...text, version: 1, title: '' }, 'title'],
    [{ ...text }, 'version'],
    [{ ...text, version: 1, publishedAt: 0 }, 'publishedAt'],
  ])('%#', async (json, field) => {
    const response = await publish(json)
    const { errors } = await problemOf(response)
    expect([response.status, errors?.[0]?.path]).toEqual([400, field])
    expect(await acts()).toEqual([])
  })

  it.each([0, 2])('for a version that isn’t the newest: %s', async (version) => {
    expect((await publish({ ...text, version })).status).toBe(409)
  })

  it('under a name that has no page', async () => {
    slug = 'unknown'
    expect((await publish({ ...text, version: 0 })).status).toBe(404)
    expect((await admin.get('/api/admin/legal/unknown')).status).toBe(404)
  })

  it('without a password that was typed lately', async () => {
    const idle = admin.copy()
    idle.now = Date.now() + confirmedMs + 60_000
    const response = await publish({ ...text, version: 1 }, idle)
    expect([response.status, (await problemOf(response)).code]).toEqual([403, 'password_required'])
  })
})
