import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { EnvClient } from '../../support/env-client'
import { changeSettings, makeUser, signInAs } from '../../support/factories'
import { Faults, faultyEnv } from '../../support/faults'
import { routesOfApp } from '../../support/fuzz/routes'
import { actsOnContent } from '../../support/moderation/acts-on-content'
import { actsOnSite } from '../../support/moderation/acts-on-site'
import { paymentsWorld } from '../../support/payments/payments'
import { changesBetween, plainText, tablesNow } from '../../support/repeats/changes'
import { type Cast, type Prepare, type Scene, scenes } from '../../support/repeats/scenes'

/**
 * Routes tested in each run; `npm run test:long` tests all. D1 may lose the answer to a write that it has
 * made, and the sender then repeats the request. Each route is tested with the answer to each of its writes
 * lost in turn, and must have the same effect as without errors.
 */
const inEachRun = new Set([
  'POST /api/auth/signup',
  'POST /api/lists',
  'POST /api/videos/:id/like',
  'POST /api/videos/:id/comments',
  'DELETE /api/comments/:id',
  'POST /api/uploads',
  'POST /api/uploads/:id/complete',
  'POST /api/videos',
  'POST /api/premium/confirm',
  'POST /api/videos/:id/report',
  'POST /api/admin/videos/:id/approve',
  'POST /api/admin/reports/:id/decide',
  'POST /api/admin/users/:id/ban',
  'POST /api/admin/users/:id/notes',
  'POST /api/admin/users/:id/gifts',
  'POST /api/premium/gift-codes',
  'PUT /api/admin/users/:id/role',
])

const world = paymentsWorld()
const faults = new Faults()
const bindings = faultyEnv(faults)
const browser = () => new EnvClient(bindings)
let cast: Cast

beforeAll(async () => {
  await changeSettings({ commentsEnabled: true })
  const someone = async (options: Parameters<typeof makeUser>[0] = {}) => {
    const user = await makeUser(options)
    return { ...user, client: await signInAs(user, browser()) }
  }
  const people = {
    viewer: await someone(),
    owner: await someone(),
    admin: await someone({ staff: 'owner' }),
  }
  cast = { ...people, visitor: browser(), browser, world }
})

beforeEach(() => {
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {})
})
afterEach(() => {
  faults.clear()
  vi.restoreAllMocks()
})

/** The acts of staff, from the audit log's test. */
const staffScenes = Object.fromEntries(
  Object.entries({ ...actsOnContent, ...actsOnSite }).map(([route, prepared]) => [
    route,
    prepared.map(
      (prepare): Prepare =>
        async ({ admin }) => {
          const { id, json, body, headers } = await prepare(admin.client, world)
          const named = id === undefined ? [] : [id, ...(route.includes(':language') ? ['en'] : [])]
          return { by: admin.client, named, json, ...(body && { body }), ...(headers && { headers }) }
        },
    ),
  ]),
)

const all: [route: string, scenes: Prepare[]][] = [
  ...Object.entries(scenes).map(([route, each]): [string, Prepare[]] => [route, [each].flat()]),
  ...Object.entries(staffScenes).map(([route, each]): [string, Prepare[]] => [`${route} `, each]),
]

it('has each route that changes something', () => {
  const routes = routesOfApp().filter(({ method }) => method !== 'GET')
  const named = new Set(all.map(([route]) => route.trim()))
  expect([...named].sort()).toEqual(routes.map(({ name }) => name).sort())
})

const write = /^DB (?=.*\b(insert|update|delete)\b)(?!insert into "rate_windows")/is

interface Exception {
  /** The second answer's status, if it is a refusal. */
  status?: number
  /** Rows that the first try leaves besides those of the second. */
  besides?: RegExp
  /** Parts of the rows and of the answer that may differ. */
  but?: RegExp
}

const usedUp = { status: 404 }
const signedOut = { status: 401 }
const orphanSession = { besides: /^\+ sessions / }
const orphanFile = {
  besides: /^\+ media_objects .*"pending_deletion_since":"#"/,
  but: /(?<=^~ (owner_storage|storage_totals) .*)\d+/g,
}

/**
 * Routes where the repetition rightly has another result, and how its sender learns that the first request
 * succeeded.
 */
const exceptions: Record<string, Exception> = {
  // No one has the first session. It is in the account's list, and expires unused.
  'POST /api/auth/login': orphanSession,
  // Only a sign-in checks passwords: the new account's email exists, and its owner signs in with the password
  // they chose.
  'POST /api/auth/signup': { status: 409 },
  // A ticket or a challenge works once, for any sender. The page asks for the password again, or for another
  // challenge.
  'POST /api/auth/second-factor': { status: 410, ...orphanSession },
  'POST /api/auth/passkey': { status: 401, ...orphanSession },
  'POST /api/account/security/passkeys': { status: 410 },
  // The session has another ID, which its browser never got, and a copy of the old cookie must not last
  // longer: the page asks to sign in. A new password and a deletion are also announced by email.
  'POST /api/auth/confirm': signedOut,
  'POST /api/account/password': signedOut,
  'DELETE /api/account/sessions': signedOut,
  'DELETE /api/account': signedOut,
  // Signed out, as requested.
  'POST /api/auth/logout-everywhere': signedOut,
  // A link works once, and its page says so. The account shows what it did.
  'POST /api/auth/reset': usedUp,
  'POST /api/auth/verify-email': usedUp,
  'POST /api/auth/confirm-email': usedUp,
  'POST /api/newsletter/confirm': usedUp,
  // Missing comments must not be told apart. The page lists them again, without it.
  'DELETE /api/comments/:id': usedUp,
  // The second link voids the first, and both emails come.
  'POST /api/account/verification': { besides: /^\+ mail_outbox .*"Confirm your email/ },
  // The second link voids the first; both are emailed and recorded.
  'POST /api/admin/users/:id/reset-link': {
    besides: /^\+ (mail_outbox .*"Reset your password"|audit_log .*"user\.send-reset")/,
  },
  // Anyone who signs in between the two is signed out by the second, as the log shows.
  'DELETE /api/admin/users/:id/sessions': {
    besides: /^\+ (audit_log .*"user\.end-sessions"|revocations .*"kind":"user")/,
    but: /token_version \d/g,
  },
  // A code counts once, and recovery codes are only shown with it. The page says that it is on, and where to
  // make new codes.
  'POST /api/account/security/totp/confirm': { status: 409 },
  // Codes are shown once, so the second ones count, and each set is announced by email.
  'POST /api/account/security/recovery-codes': { besides: /^\+ mail_outbox .*"New recovery codes"/ },
  // Codes are shown once. The name is then taken, and the page says what to do about a batch whose codes no
  // one saw.
  'POST /api/admin/gift-codes': { status: 409 },
  // An order moves no money. The first one, whose ID no one got, expires.
  'POST /api/premium/subscribe': { besides: /^\+ pay_orders / },
  'POST /api/premium/razorpay/create-order': { besides: /^\+ pay_orders / },
  // The provider is called once more.
  'POST /api/premium/confirm-upi': { but: /"checks":\d/g },
  'POST /api/premium/confirm-netbanking': { but: /"checks":\d/g },
  // The first try's file awaits deletion.
  'PUT /api/videos/:id/captions/:language': orphanFile,
  'PUT /api/admin/videos/:id/captions/:language': orphanFile,
  // The link that named it is gone. The log shows who closed it.
  'POST /api/admin/lists/:key/close': usedUp,
  // Each request is recorded, and the provider knows by its key that both mean one refund. The page shows it.
  'POST /api/admin/payments/:id/refund': {
    status: 409,
    besides: /^\+ audit_log .*"payment\.refund"/,
    but: /"history":\[[^\]]*\]/g,
  },
  // Each video has its own answer, and a deleted one's says so.
  'POST /api/videos/my-videos/bulk': { but: /"ok":(true|false,"detail":"The video [^"]*")/g },
}

const asked = all.filter(([route]) => env.REPEATS === 'all' || inEachRun.has(route.trim()))

describe.each(asked)('%s', (route, prepared) => {
  const { status, besides, but } = exceptions[route.trim()] ?? {}
  const plain = (text: string) => (but ? text.replaceAll(but, '#') : text)

  it.each(prepared.map((prepare, index) => [index, prepare] as const))('scene %i', async (_, prepare) => {
    const once = await run(route, prepare)
    expect(once.status, once.text.slice(0, 150)).toBeLessThan(300)
    for (let lost = 0; lost < once.writes; lost += 1) {
      const again = await run(route, prepare, lost)
      const what = `write ${lost}: ${again.text.slice(0, 150)}`
      const [first, changes] = [once.changes.map(plain), again.changes.map(plain)]
      const more = without(changes, first).filter((change) => !besides?.test(change))
      expect(more, what).toEqual([])
      // The refusal means that at most the first request was done.
      if (again.status === status) continue
      expect(without(first, changes), what).toEqual([])
      // Earlier codes aren't created again.
      const answered = once.status === 201 && again.status === 200 ? 201 : again.status
      expect([answered, plain(again.text)], what).toEqual([once.status, plain(once.text)])
    }
  })
})

/** Undoes changes to site-wide rows and used-up limits of earlier requests. */
const asBefore = [
  'delete from rate_windows',
  "delete from mail_outbox where dedupe_key like 'quarantine:%' or dedupe_key like 'grave-%'",
  'delete from storage_scans',
  'delete from site_logos',
  'delete from newsletter_issues',
  'delete from categories where id > 1 and id not in (select category_id from videos)',
  'update categories set position = id',
  "update settings set document = json_remove(document, '$.siteName', '$.logo'), updated_by = null",
]

/** Returns the items of the first list that aren't, or not as often, in the second. */
function without(all: string[], others: string[]): string[] {
  const rest = [...others]
  return all.filter((each) => {
    const index = rest.indexOf(each)
    if (index >= 0) rest.splice(index, 1)
    return index < 0
  })
}

/** Sends a request, and again if the answer to one of its writes is lost. */
async function run(route: string, prepare: Prepare, lost?: number) {
  await env.DB.batch(asBefore.map((query) => env.DB.prepare(query)))
  faults.clear()
  // The queues' work is tested with their handlers.
  faults.answers(/^(JOBS|IMPORTS) send/, undefined)
  const scene = await prepare(cast)
  const before = await tablesNow()
  faults.acts.length = 0
  if (lost !== undefined)
    faults.throws(write, 'D1_ERROR: Network connection lost.', { when: 'after', skip: lost, times: 1 })
  let { status, text } = await send(route, scene)
  if (status >= 500 || text.includes('"ok":false')) ({ status, text } = await send(route, scene))
  const writes = faults.count(write)
  return { status, text: plainText(text), writes, changes: changesBetween(before, await tablesNow()) }
}

async function send(route: string, { by, named = [], query, json, body, headers }: Scene) {
  const [method = '', pattern = ''] = route.trim().split(' ')
  const rest = [...named]
  const path = pattern.replaceAll(/:\w+/g, () => encodeURIComponent(String(rest.shift())))
  const init = { ...(json !== undefined && { json }), ...(body && { body }), ...(headers && { headers }) }
  const response = await by.request(method, query ? `${path}?${query}` : path, init)
  return { status: response.status, text: await response.text() }
}
