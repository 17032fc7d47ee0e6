import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Overview } from '#contract/schemas/site/overview'
import type { AdminLegal } from '#contract/schemas/site/settings-admin'
import { dayName, dayOf } from '#contract/values/shared/time'
import { overviewDays } from '#contract/values/site/overview'
import { dailyStats, ledger, videos } from '#db/schema'
import { countMembers } from '#worker/services/shared/daily-stats/index'
import { loadSettings } from '#worker/services/shared/settings/index'
import { checklist } from '#worker/services/site/overview/checklist'
import { randomId } from '#worker/storage/keys'
import { d1Cost, TestClient } from '../../support/client'
import { jobContext } from '../../support/context'
import { emptySite } from '../../support/empty-site'
import {
  changeSettings,
  day,
  fillVideos,
  makeCategory,
  makePayment,
  makeTerm,
  makeUser,
  makeVideo,
  signInAs,
  testDb,
  testPassword,
} from '../../support/factories'

const db = testDb()
const path = '/api/admin/overview'

let admin: TestClient

beforeEach(async () => {
  await emptySite()
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

const get = () => admin.json<Overview>('GET', path)

describe('the days', () => {
  const now = Date.UTC(2028, 2, 10, 12)

  it('are thirty, oldest first, with money by currency as the ledger has it', async () => {
    const payment = await makePayment((await makeUser()).id)
    const entry = { paymentId: payment.id, currency: 'USD' }
    await db.insert(ledger).values([
      { ...entry, kind: 'charge', amountMinor: 1499, providerRef: randomId(), at: now },
      { ...entry, kind: 'charge', amountMinor: 9999, providerRef: randomId(), at: now },
      {
        ...entry,
        kind: 'charge',
        currency: 'INR',
        amountMinor: 99_900,
        providerRef: randomId(),
        at: now - day,
      },
      { ...entry, kind: 'refund', amountMinor: -1499, providerRef: randomId(), at: now },
      { ...entry, kind: 'chargeback', amountMinor: -9999, providerRef: 'dispute', at: now },
      { ...entry, kind: 'chargeback_won', amountMinor: 9999, providerRef: 'dispute', at: now },
      { ...entry, kind: 'charge', currency: 'BTC', amountAtomic: '50000', providerRef: randomId(), at: now },
      ...['185000000000000000000', '18500000000000000000', '42'].map((amountAtomic) => ({
        ...entry,
        kind: 'charge' as const,
        currency: 'MATIC',
        amountAtomic,
        providerRef: randomId(),
        at: now,
      })),
    ])
    await db.insert(dailyStats).values([
      { day: dayOf(now), name: 'plays', value: 7 },
      { day: dayOf(now) - overviewDays + 1, name: 'signups', value: 3 },
      { day: dayOf(now) - overviewDays, name: 'signups', value: 99 },
    ])
    const client = await at(now)
    const { days } = await client.json<Overview>('GET', path)
    expect(days.map((each) => each.day)).toEqual(
      Array.from({ length: overviewDays }, (_, index) => dayName(dayOf(now) - overviewDays + 1 + index)),
    )
    const none = { signups: 0, uploads: 0, plays: 0, premium: null, charged: {}, refunded: {} }
    expect(days[0]).toEqual({ ...none, day: '2028-02-10', signups: 3 })
    expect(days.at(-2)).toEqual({ ...none, day: '2028-03-09', charged: { INR: 99_900 } })
    expect(days.at(-1)).toEqual({
      ...none,
      day: '2028-03-10',
      plays: 7,
      charged: { USD: 11_498, BTC: 50_000, MATIC: 20_350_000_000 },
      refunded: { USD: 1499 },
    })
  })

  it('count sign-ups and uploads as they happen, and terms as the cron counted them', async () => {
    const before = await get()
    const today = () => get().then(({ days }) => days.at(-1))
    await makeTerm((await makeUser()).id, Date.now() + day)
    await countMembers(await jobContext(Math.floor(Date.now() / 3600_000) * 3600_000))
    const { id } = await makeUser()
    await makeVideo(id, { categoryId: await makeCategory() })
    const first = before.days.at(-1)
    expect(await today()).toMatchObject({
      signups: (first?.signups ?? 0) + 2,
      uploads: (first?.uploads ?? 0) + 1,
      premium: 1,
    })
    const { totals } = await get()
    expect(totals).toMatchObject({
      users: before.totals.users + 2,
      videos: before.totals.videos + 1,
      premium: 1,
      storedBytes: before.totals.storedBytes + 5500,
      budgetBytes: 1e12,
    })
  })

  /** Signs in at that time, since an idle session would have expired. */
  async function at(time: number): Promise<TestClient> {
    const user = await makeUser({ isAdmin: true })
    const client = new TestClient()
    client.now = time
    const json = { username: user.username, password: testPassword }
    expect((await client.request('POST', '/api/auth/login', { json })).status).toBe(200)
    return client
  }
})

describe('the checklist', () => {
  const states = async () => Object.fromEntries((await get()).checklist.map(({ id, ok }) => [id, ok]))

  it('says what is off on a new site', async () => {
    expect(await states()).toEqual({
      approval: false,
      mail: false,
      regions: false,
      processor: false,
      contact: false,
      legal: false,
      'second-factor': false,
    })
  })

  it('follows the settings and the legal pages', async () => {
    await changeSettings({
      requireContentApproval: true,
      regionsDecided: true,
      contactEmail: 'help@nocturne.tv',
    })
    expect(await states()).toMatchObject({ approval: true, regions: true, contact: true, legal: false })
    // The last one ships as version 2, but still isn't the operator's own.
    for (const slug of ['terms', 'privacy', '2257', 'dmca', 'contact', 'removal']) {
      expect([slug, await states()]).toMatchObject([slug, { legal: false }])
      const { version } = await admin.json<AdminLegal>('GET', `/api/admin/legal/${slug}`)
      const json = { title: 'Our own', body: 'Be kind.', version }
      expect((await admin.request('POST', `/api/admin/legal/${slug}`, { json })).status).toBe(200)
    }
    expect(await states()).toMatchObject({ legal: true })
  })

  it.each([['btcpay'], ['verotel'], ['upi'], ['chain'], [null]] as const)(
    'takes %s alone for a way to be paid, in production',
    async (only) => {
      const { config } = await jobContext()
      const { payments } = config
      const none = {
        paypal: null,
        razorpay: null,
        btcpay: null,
        verotel: null,
        ccbill: null,
        upi: null,
        chain: null,
      }
      const some = { ...payments, ...none, ...(only && { [only]: payments[only] }) }
      const list = checklist({ ...config, production: true, payments: some }, await loadSettings(db), {
        shippedTexts: 0,
        hasSecondFactor: false,
      })
      expect(list.find(({ id }) => id === 'processor')?.ok).toBe(only !== null)
    },
  )

  it.each([
    ['no-reply@localhost', false],
    ['Nocturne <no-reply@example.com>', false],
    ['Nocturne <no-reply@nocturne.tv>', true],
  ])('takes mail from %s for one that arrives: %s', async (mailFrom, ok) => {
    const { config } = await jobContext()
    const list = checklist({ ...config, mailFrom }, await loadSettings(db), {
      shippedTexts: 0,
      hasSecondFactor: false,
    })
    expect(list.find(({ id }) => id === 'mail')?.ok).toBe(ok)
  })

  it.each([
    ['btcpay', true],
    ['none', false],
  ])('knows the live processor of a site: %s', async (only, ok) => {
    const { config } = await jobContext()
    const payments = Object.fromEntries(
      Object.entries(config.payments).map(([name, value]) => [name, name === only ? value : null]),
    ) as unknown as typeof config.payments
    const list = checklist({ ...config, production: true, payments }, await loadSettings(db), {
      shippedTexts: 0,
      hasSecondFactor: false,
    })
    expect(list.find(({ id }) => id === 'processor')?.ok).toBe(ok)
  })
})

it('says that sales are off while no premium video can be played', async () => {
  const uploader = await makeUser()
  const isOff = async () => (await get()).salesOff
  const video = { categoryId: await makeCategory() }
  await makeVideo(uploader.id, video)
  expect(await isOff()).toBe(true)
  const { id } = await makeVideo(uploader.id, { ...video, isPremium: true })
  expect(await isOff()).toBe(false)
  await db.update(videos).set({ review: 'pending', waitingSince: Date.now() }).where(eq(videos.id, id))
  expect(await isOff()).toBe(true)
})

it('costs as many rows with 5,000 videos and accounts more', async () => {
  await admin.get(path)
  const few = d1Cost(await admin.get(path))
  const { id } = await makeUser()
  await fillVideos(id, 5000)
  await env.DB.prepare(
    `insert into users (username, username_canonical, username_skeleton, email, email_canonical, password_hash, created_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
     select 'n' || i, 'n' || i, 'n' || i, 'n' || i, 'n' || i, '', 0 from n`,
  ).run()
  const many = d1Cost(await admin.get(path))
  expect(many).toEqual(few)
  expect([many.queries <= 4, many.rowsRead <= 200, many]).toEqual([true, true, many])
})
