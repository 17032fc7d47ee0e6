import { runnerImport } from 'vite'
import { day } from '#contract/values/shared/time'
import { began, series } from './series.ts'

// Node doesn't resolve imports without an extension.
const { defaultPrices, periodDays } = (
  await runnerImport<typeof import('#contract/values/payments/prices')>(
    './contract/values/payments/prices.ts',
  )
).module

/**
 * Returns a payment per account, with reference, ledger entry, grant and term; one in ten failed instead. One
 * in a hundred has a claim waiting for an administrator. Each account made a batch of gift codes, whose codes the list
 * doesn't read.
 */
export function fillPayments(from: number, to: number): string[] {
  const at = began
  const term = periodDays.monthly * day
  const account = `JOIN users u ON u.username_canonical = 'filler' || n.i`
  const paid = 'n.i % 10 <> 3'
  return [
    `INSERT OR IGNORE INTO payments (id, user_id, provider, provider_payment_id, method, currency, amount_minor, status,
        status_rank, plan, verified_by, verified_at, provider_created_at, created_at)
      ${series(from, to)}
      SELECT 'filler' || i, u.id, 'razorpay', 'pay_filler' || i, 'upi', 'INR', ${defaultPrices.INR.monthly},
        CASE WHEN ${paid} THEN 'captured' ELSE 'failed' END, CASE WHEN ${paid} THEN 4 ELSE 2 END,
        'monthly', 'provider_api', ${at} + i, ${at} + i, ${at} + i FROM n ${account};`,
    `INSERT OR IGNORE INTO payment_refs (kind, ref, payment_id)
      ${series(from, to)}
      SELECT 'rrn', 'FILLER' || i, p.id FROM n JOIN payments p ON p.id = 'filler' || n.i;`,
    `INSERT OR IGNORE INTO ledger (payment_id, kind, currency, amount_minor, provider_ref, at)
      ${series(from, to)}
      SELECT p.id, 'charge', 'INR', ${defaultPrices.INR.monthly}, p.provider_payment_id, ${at} + i
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
    `INSERT OR IGNORE INTO gift_code_batches (id, name, note, days, codes, made_by, at)
      ${series(from, to)}
      SELECT 'filler' || i, 'Filler ' || i, '', 30, 500, u.id, ${at} + i FROM n ${account};`,
  ]
}
