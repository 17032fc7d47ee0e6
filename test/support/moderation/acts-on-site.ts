import { eq } from 'drizzle-orm'
import { hour } from '#contract/values/shared/time'
import {
  deadLetters,
  factorResets,
  legalDocuments,
  mailOutbox,
  newsletterIssues,
  orphanObjects,
  paymentAlerts,
  payments,
  profiles,
  totpSecrets,
} from '#db/schema'
import { randomId } from '#worker/storage/keys'
import { subscribed } from '../accounts/newsletter'
import { changeSettingsRow, randomLetters, testDb } from '../factories'
import { fixture } from '../fixtures'
import { claimOf, claimUpi, newReference } from '../payments/claims'
import { giftCodes, makeGiftCodes, redeem } from '../payments/gift-codes'
import { buyer, buyWithWallet } from '../payments/payments'
import { makeOrphan } from '../videos/storage'
import { type Act, account, note, type Prepare } from './act'

const db = testDb()

async function claimed() {
  const client = await buyer()
  await claimUpi(client, newReference())
  return (await claimOf(client.userId)).id
}

async function failedJob() {
  const id = randomId()
  await db
    .insert(deadLetters)
    .values({ id, queue: 'nocturne-jobs', body: '{"job":"mail"}', attempts: 6, at: 1 })
  return id
}

const user =
  (action: string, json?: unknown, options = {}): Prepare =>
  async () => {
    const id = await account(options)
    return { id, ...(json !== undefined && { json }), leaves: [[action, 'user', id]] }
  }

/** Creates an account with two-step sign-in. With `isAsked`, another administrator has asked to reset it. */
async function lost(isAsked = false) {
  const id = await account()
  const at = Date.now()
  await db.insert(totpSecrets).values({ userId: id, secret: 'x', confirmedAt: at, createdAt: at })
  const asked = { requestedBy: await account({ isAdmin: true }), reason: note }
  const times = { requestedAt: at, expiresAt: at + hour }
  if (isAsked) await db.insert(factorResets).values({ userId: id, ...asked, ...times })
  return { id }
}

const job =
  (action: string): Prepare =>
  async () => {
    const id = await failedJob()
    return { id, leaves: [[action, 'job', id]] }
  }

/**
 * Prepares, for each route by which administrators change accounts, money and the site, one subject per
 * outcome.
 */
export const actsOnSite: Record<string, Prepare[]> = {
  'PATCH /api/admin/settings': [
    async () => ({
      json: { siteName: `Site ${randomLetters(6)}` },
      leaves: [['settings.update', 'settings', 'site']],
    }),
  ],
  'PUT /api/admin/settings/logo': [
    async () => ({ body: fixture('poster.jpg'), leaves: [['settings.update', 'settings', 'site']] }),
  ],
  'POST /api/admin/legal/:slug': [
    async () => {
      const slug = randomLetters(12)
      const first = { title: 'Rules', body: 'Be kind.', publishedAt: 0 }
      await db.insert(legalDocuments).values({ slug, version: 1, ...first })
      const json = { title: 'New rules', body: 'Be kinder.', version: 1 }
      return { id: slug, json, leaves: [['legal.publish', 'legal', slug]] }
    },
  ],
  'POST /api/admin/storage/scan': [
    async () => ({ leaves: [['storage.scan', 'storage', 'media']], onlyLooks: true }),
  ],
  'POST /api/admin/storage/orphans/clean': [
    async () => {
      await db.insert(orphanObjects).values({ key: await makeOrphan(), bytes: 300, uploadedAt: 0, scanId: 1 })
      return { leaves: [['storage.clean', 'storage', 'media']] }
    },
  ],
  'POST /api/admin/mail/:id/retry': [
    async () => {
      const mail = { recipient: 'ada@example.com', subject: 'Hello', body: 'Hello.', createdAt: 0 }
      const failed = { nextAttemptAt: null, attempts: 7, lastError: 'no such mailbox' }
      const [row] = await db
        .insert(mailOutbox)
        .values({ dedupeKey: randomId(), ...mail, ...failed })
        .returning()
      const id = row?.id ?? 0
      return { id, leaves: [['mail.retry', 'mail', id]] }
    },
  ],
  'POST /api/admin/jobs/:id/retry': [job('job.retry')],
  'POST /api/admin/jobs/:id/dismiss': [job('job.dismiss')],
  'POST /api/admin/users/:id/promote': [user('user.promote')],
  'POST /api/admin/users/:id/demote': [user('user.demote', undefined, { isAdmin: true })],
  'PUT /api/admin/users/:id/role': [user('user.promote', { role: 'moderator' })],
  'PUT /api/admin/users/:id/trust': [
    user('user.trust', { trusted: true }),
    async (admin) => {
      const id = await account()
      await admin.request('PUT', `/api/admin/users/${id}/trust`, { json: { trusted: true } })
      return { id, json: { trusted: false }, leaves: [['user.untrust', 'user', id]] }
    },
  ],
  'PUT /api/admin/users/:id/limits': [
    user('user.limits', { quotaBytes: 1e12, publishesPerDay: 200, openUploads: null }),
  ],
  'POST /api/admin/users/:id/confirm-email': [user('user.confirm-email')],
  'POST /api/admin/users/:id/reset-link': [user('user.send-reset')],
  'DELETE /api/admin/users/:id/sessions': [user('user.end-sessions')],
  'DELETE /api/admin/users/:id/profile': [
    async () => {
      const id = await account()
      await db.insert(profiles).values({ userId: id, about: note, updatedAt: Date.now() })
      return { id, leaves: [['user.clear-profile', 'user', id]] }
    },
  ],
  'POST /api/admin/users/:id/warnings': [user('user.warn', { text: note })],
  'POST /api/admin/users/:id/notes': [user('user.note', { text: note })],
  'POST /api/admin/users/:id/factor-reset': [
    async () => {
      const { id } = await lost()
      return { id, json: { reason: note }, leaves: [['user.factor-request', 'user', id]] }
    },
  ],
  'POST /api/admin/users/:id/factor-reset/confirm': [
    async () => {
      const { id } = await lost(true)
      return { id, leaves: [['user.reset-factor', 'user', id]] }
    },
  ],
  'DELETE /api/admin/users/:id/factor-reset': [
    async () => {
      const { id } = await lost(true)
      return { id, leaves: [['user.factor-withdraw', 'user', id]] }
    },
  ],
  'POST /api/admin/users/:id/gifts': [user('user.gift', { days: 30, reason: note })],
  'POST /api/admin/gifts/:id/revoke': [
    async (admin) => {
      const userId = await account()
      await admin.request('POST', `/api/admin/users/${userId}/gifts`, { json: { days: 3, reason: note } })
      const [gift] = await admin.json<{ id: string }[]>('GET', `/api/admin/users/${userId}/gifts`)
      return { id: gift?.id ?? '', json: { reason: note }, leaves: [['user.gift-revoke', 'user', userId]] }
    },
  ],
  'POST /api/admin/gift-codes': [
    async () => ({
      json: giftCodes(`Batch ${randomLetters(8)}`),
      leaves: [['gift-codes.make', 'gift-codes', null]],
    }),
  ],
  'POST /api/admin/gift-codes/find': [
    async (admin) => ({ json: { code: (await makeGiftCodes(admin)).codes[0] }, leaves: [] }),
    async (admin) => {
      const { batch, codes } = await makeGiftCodes(admin)
      await redeem(await buyer(), codes[0])
      const leaves: Act['leaves'] = [['gift-codes.find', 'gift-codes', batch.id]]
      return { json: { code: codes[0] }, leaves, onlyLooks: true }
    },
  ],
  'POST /api/admin/gift-codes/:id/revoke': [
    async (admin) => {
      const { id } = (await makeGiftCodes(admin)).batch
      return { id, json: { reason: note }, leaves: [['gift-codes.revoke', 'gift-codes', id]] }
    },
  ],
  'POST /api/admin/users/:id/ban': [user('user.ban', { reason: note, days: 7 })],
  'DELETE /api/admin/users/:id/ban': [
    async (admin) => {
      const id = await account()
      await admin.request('POST', `/api/admin/users/${id}/ban`, { json: { reason: note, days: 7 } })
      return { id, leaves: [['user.unban', 'user', id]] }
    },
  ],
  'POST /api/admin/claims/:id/approve': [
    async (_, { sandbox }) => {
      const id = await claimed()
      const { id: paymentId } = sandbox.razorpay.receive({ amount: 99800 })
      return { id, json: { paymentId, note }, leaves: [['claim.approve', 'claim', id]] }
    },
  ],
  'POST /api/admin/claims/:id/reject': [
    async () => {
      const id = await claimed()
      return { id, json: { reason: note }, leaves: [['claim.reject', 'claim', id]] }
    },
  ],
  'POST /api/admin/payments/:id/refund': [
    async (_, world) => {
      const { captureId } = await buyWithWallet(world, await buyer())
      const [payment] = await db.select().from(payments).where(eq(payments.providerPaymentId, captureId))
      const id = payment?.id ?? ''
      return {
        id,
        json: { reason: note },
        // The entry names the caller even if the response gets lost.
        leaves: [
          ['payment.refund', 'payment', id],
          ['payment.refunded', 'payment', id],
        ],
      }
    },
  ],
  'POST /api/admin/news': [
    async () => {
      await subscribed()
      const issues = (await db.select().from(newsletterIssues)).length
      return {
        json: { subject: 'What is new', body: 'A category, a player, and this and that.' },
        leaves: [['news.send', 'news', issues + 1]],
      }
    },
  ],
  'POST /api/admin/payment-alerts/:id/resolve': [
    async () => {
      const [row] = await db
        .insert(paymentAlerts)
        .values({ dedupeKey: randomId(), kind: 'ungranted', text: 'Look at it.', at: 0 })
        .returning()
      const id = row?.id ?? 0
      return { id, leaves: [['payment-alert.resolve', 'payment-alert', id]] }
    },
  ],
  // Last, since they change the rules for all videos.
  'PUT /api/admin/card-rules': [
    async () => {
      await changeSettingsRow({ cardRulesSince: null, cardPaymentsEnabled: false, cardsCheckedId: 0 })
      const leaves = ['cards.on', 'cards.open'].map((action): Act['leaves'][number] => [
        action,
        'settings',
        'site',
      ])
      return { json: { unreviewed: 1e6, keepsRecords: true }, leaves }
    },
  ],
  'DELETE /api/admin/card-rules': [
    async () => {
      await changeSettingsRow({ cardRulesSince: 1, cardPaymentsEnabled: true, requireContentApproval: true })
      return { leaves: [['cards.off', 'settings', 'site']] }
    },
  ],
}
