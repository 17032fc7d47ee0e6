import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { periodDays, prices } from '../contract/values/prices.ts'
import { ensureSecrets, local } from './lib/local.ts'
import { migrate, wrangler } from './lib/steps.ts'

/**
 * `npm run db:fill -- --videos 100000 --users 100000 --payments 100000`: synthetic rows for measuring. They have no
 * files, and no one can sign in to their accounts. Payments go to those accounts. Local databases only.
 */
const { values } = parseArgs({
  options: {
    videos: { type: 'string', default: '100000' },
    users: { type: 'string', default: '100000' },
    payments: { type: 'string', default: '0' },
  },
})
const amounts = { users: amount('users'), videos: amount('videos'), payments: amount('payments') }
const chunk = 10_000

ensureSecrets()
await migrate()
const statements = [
  ...chunks(amounts.users).map(([from, to]) => fillUsers(from, to)),
  ...chunks(amounts.videos).map(([from, to]) => fillVideos(from, to, amounts.users)),
  ...chunks(amounts.payments).flatMap(([from, to]) => fillPayments(from, to)),
]
const folder = mkdtempSync(join(tmpdir(), 'nocturne-fill-'))
try {
  const file = join(folder, 'fill.sql')
  writeFileSync(file, statements.join('\n'))
  await wrangler([
    'd1',
    'execute',
    'nocturne',
    '--local',
    '--persist-to',
    local.stateDir,
    '--file',
    file,
    '--yes',
  ])
} finally {
  rmSync(folder, { recursive: true })
}
process.stdout.write(
  `Added ${amounts.users} accounts, ${amounts.videos} videos and ${amounts.payments} payments to ${local.stateDir}.\n`,
)

function amount(name: 'users' | 'videos' | 'payments'): number {
  const number = Number(values[name])
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} takes a whole number`)
  return number
}

function chunks(total: number): [number, number][] {
  return Array.from({ length: Math.ceil(total / chunk) }, (_, index) => [
    index * chunk + 1,
    Math.min(total, (index + 1) * chunk),
  ])
}

function series(from: number, to: number): string {
  return `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`
}

function fillUsers(from: number, to: number): string {
  return `INSERT OR IGNORE INTO users (username, username_canonical, username_skeleton, email, email_canonical, password_hash, created_at)
    ${series(from, to)}
    SELECT 'filler' || i, 'filler' || i, 'filler' || i, 'filler' || i || '@example.com', 'filler' || i || '@example.com', '-', 1700000000000 + i FROM n;`
}

/** One in twenty is private, one in fifty waits for review, one in three is premium; popularity is scattered. */
function fillVideos(from: number, to: number, users: number): string {
  const owner =
    users > 0 ? `(SELECT id FROM users WHERE username_canonical = 'filler' || (1 + i % ${users}))` : '1'
  return `INSERT INTO videos (user_id, title, title_folded, description, category_id, is_premium, is_public, status, review,
      duration, width, height, views, likes, popularity, created_at)
    ${series(from, to)}
    SELECT ${owner}, 'Filler ' || (i * 7919 % 100000) || ' of ' || i, 'filler ' || (i * 7919 % 100000) || ' of ' || i,
      'A synthetic row.', c.id,
      i % 3 = 0, i % 20 <> 0, 'ready', CASE WHEN i % 50 = 7 THEN 'pending' ELSE 'approved' END,
      60 + i % 3000, 1280, 720, i * 104729 % 1000003, i * 104729 % 1000003 / 50, i * 104729 % 1000003, 1700000000000 + i
    FROM n JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total FROM categories) c
      ON c.place = n.i % c.total;`
}

/**
 * One payment of each account in turn, with reference, movement, grant and term; one in ten failed instead. One in a
 * hundred has a claim that waits for an administrator.
 */
function fillPayments(from: number, to: number): string[] {
  const at = 1_700_000_000_000
  const term = periodDays.monthly * 24 * 3600_000
  const account = `JOIN users u ON u.username_canonical = 'filler' || n.i`
  const paid = 'n.i % 10 <> 3'
  return [
    `INSERT OR IGNORE INTO payments (id, user_id, provider, provider_payment_id, method, currency, amount_minor, status,
        status_rank, plan, verified_by, verified_at, provider_created_at, created_at)
      ${series(from, to)}
      SELECT 'filler' || i, u.id, 'razorpay', 'pay_filler' || i, 'upi', 'INR', ${prices.INR.monthly},
        CASE WHEN ${paid} THEN 'captured' ELSE 'failed' END, CASE WHEN ${paid} THEN 4 ELSE 2 END,
        'monthly', 'provider_api', ${at} + i, ${at} + i, ${at} + i FROM n ${account};`,
    `INSERT OR IGNORE INTO payment_refs (kind, ref, payment_id)
      ${series(from, to)}
      SELECT 'rrn', 'FILLER' || i, p.id FROM n JOIN payments p ON p.id = 'filler' || n.i;`,
    `INSERT OR IGNORE INTO ledger (payment_id, kind, currency, amount_minor, provider_ref, at)
      ${series(from, to)}
      SELECT p.id, 'charge', 'INR', ${prices.INR.monthly}, p.provider_payment_id, ${at} + i
      FROM n JOIN payments p ON p.id = 'filler' || n.i WHERE ${paid};`,
    `INSERT OR IGNORE INTO entitlement_events (user_id, seq, kind, payment_id, cause, days, at)
      ${series(from, to)}
      SELECT p.user_id, 1, 'grant', p.id, 'settle', ${periodDays.monthly}, ${at} + i
      FROM n JOIN payments p ON p.id = 'filler' || n.i WHERE ${paid};`,
    `INSERT OR IGNORE INTO subscriptions (user_id, premium_until, plan, updated_at)
      ${series(from, to)}
      SELECT p.user_id, ${at + term} + i, 'monthly', ${at} + i
      FROM n JOIN payments p ON p.id = 'filler' || n.i WHERE ${paid};`,
    `INSERT OR IGNORE INTO claims (id, user_id, method, kind, ref, plan, status, terms_version, consent_at, created_at)
      ${series(from, to)}
      SELECT 'filler' || i, u.id, 'upi', 'reference', 'UNKNOWN' || i, 'monthly', 'review', 1, ${at} + i, ${at} + i
      FROM n ${account} WHERE i % 100 = 0;`,
  ]
}
