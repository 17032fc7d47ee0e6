import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import type { AdminMail } from '#contract/schemas/site/operations'
import type { Delivery } from '#dev/sandbox/mail/mailbox'
import type { PaymentFault } from '#dev/sandbox/payments/faults'
import { newName } from '../e2e/support/site'
import { KillableSite } from './support/kill'

const rounds = 20
const mailsOfRound = 6
const minute = 60_000
/** The Email tab's text about a refusal. */
const refused = 'The sandbox inbox answered 503.'
/** After this long, a killed run holds neither its emails nor its lease. */
const afterKill = 16 * minute

type Administrator = Awaited<ReturnType<KillableSite['administrator']>>

/** A way to kill a run: the provider's faults, and the moment. */
interface Way {
  faults: PaymentFault[]
  isTime(site: KillableSite): Promise<boolean>
  /** The number of emails sent twice: exactly, or at most. */
  doubled: { exactly: number } | { atMost: number }
}

/** Delays the provider enough for a kill to happen in between. */
const slow = (times: number): PaymentFault => ({ path: '/mail', delay: 40, times })

const ways: ((answered: number) => Way)[] = [
  // The provider has accepted the email, and nothing has recorded that yet.
  (answered) => ({
    faults: [...(answered > 0 ? [slow(answered)] : []), { path: '/mail', commit: true, answer: 'timeout' }],
    isTime: async (site) => (await deliveries(site)).length === answered + 1,
    doubled: { exactly: 1 },
  }),
  // The provider was called, and hasn't accepted the email.
  (answered) => ({
    faults: [...(answered > 0 ? [slow(answered)] : []), { path: '/mail', answer: 'timeout' }],
    isTime: async (site) =>
      (await site.control<{ faults: unknown[] }>('', { faults: [] })).faults.length === 0,
    doubled: { exactly: 0 },
  }),
  // At any moment: before the first, between two, in the middle of one, after the last.
  () => {
    const pause = wait(randomInt(0, 700))
    return {
      faults: [slow(1000)],
      isTime: () => pause.then(() => true),
      doubled: { atMost: 1 },
    }
  },
]

test('killed at any point, the mail job loses no mail and doubles at most the one that it was sending', async () => {
  const info = test.info()
  test.setTimeout(30 * minute)
  const stateDir = mkdtempSync(join(tmpdir(), 'nocturne-mail-'))
  const site = new KillableSite(stateDir, 8851)
  let doubled = 0
  try {
    await site.open()
    const admin = await site.administrator()
    let at = 0
    for (let round = 0; round < rounds; round += 1) {
      const way = ways[round % ways.length] as (answered: number) => Way
      at = Math.max(Date.now() + 2 * minute, at + afterKill)
      const outcome = await oneRound(site, admin, way, at)
      at = outcome.at
      doubled += outcome.doubled
    }
  } finally {
    await site.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
  info.annotations.push({
    type: 'figure',
    description: `${rounds} rounds of ${mailsOfRound} mails, killed in each: none lost, ${doubled} sent twice`,
  })
})

async function oneRound(
  site: KillableSite,
  admin: Administrator,
  makeWay: (answered: number) => Way,
  start: number,
): Promise<{ at: number; doubled: number }> {
  const recipients = await mailsThatFailed(site, admin)
  const way = makeWay(randomInt(0, mailsOfRound))
  await site.control('', { faults: way.faults })
  const running = site.cron(start).catch(() => undefined)
  await expect.poll(() => way.isTime(site), { timeout: 8000, intervals: [5] }).toBe(true)
  await site.kill()
  await running

  const before = await deliveries(site)
  await site.forget()
  await site.startWorker()
  let at = start
  const sent = async () => [...before, ...(await deliveries(site))].map(({ to }) => to)
  for (let run = 0; run < 3; run += 1) {
    at += afterKill
    await site.cron(at)
  }
  const all = await sent()
  for (const recipient of recipients) expect(all).toContain(recipient)
  const twice = all.filter((to, index) => all.indexOf(to) !== index)
  // Only the email in transit when the job was killed.
  for (const to of twice) expect(to).toBe(before.at(-1)?.to)
  if ('exactly' in way.doubled) expect(twice).toHaveLength(way.doubled.exactly)
  else expect(twice.length).toBeLessThanOrEqual(way.doubled.atMost)
  expect(await waiting(admin)).toEqual([])
  await site.forget()
  return { at, doubled: twice.length }
}

/**
 * Creates accounts while the provider is down: their emails wait for another try, and the Mail tab shows the
 * reason.
 */
async function mailsThatFailed(site: KillableSite, admin: Administrator): Promise<string[]> {
  await site.control('', { faults: [{ path: '/mail', status: 503, times: 1000 }] })
  const names = Array.from({ length: mailsOfRound }, newName)
  // One after the other: with six at once, the queue of password hashes refuses two.
  for (const name of names) await site.person(name)
  const tried = async () => (await waiting(admin)).map(({ attempts, lastError }) => [attempts, lastError])
  await expect.poll(tried, { timeout: 20_000 }).toEqual(names.map(() => [1, refused]))
  await site.forget()
  return names.map((name) => `${name}@example.com`)
}

test('a provider that stays down is asked ever more seldom, and the Mail page shows it', async () => {
  const info = test.info()
  const stateDir = mkdtempSync(join(tmpdir(), 'nocturne-mail-'))
  const site = new KillableSite(stateDir, 8851)
  const waits: number[] = []
  try {
    await site.open()
    const admin = await site.administrator()
    await site.control('', { faults: [{ path: '/mail', status: 503, times: 1000 }] })
    const name = newName()
    await site.person(name)
    await expect.poll(async () => (await waiting(admin))[0]?.attempts, { timeout: 20_000 }).toBe(1)
    for (let [mail] = await waiting(admin); mail?.nextAttemptAt; [mail] = await waiting(admin)) {
      const due = Date.parse(mail.nextAttemptAt)
      // Not a minute sooner.
      await site.cron(due - minute)
      expect(await waiting(admin)).toEqual([mail])
      await site.cron(due)
      const [next] = await waiting(admin)
      if (next?.nextAttemptAt) waits.push(Math.round((Date.parse(next.nextAttemptAt) - due) / minute))
    }
    expect(waits).toEqual([5, 30, 120, 360, 1440])
    const [failed] = await admin.get<AdminMail[]>('/api/admin/mail?state=failed')
    expect(failed).toMatchObject({
      recipient: `${name}@example.com`,
      lastError: refused,
    })
    await site.forget()
    await admin.post(`/api/admin/mail/${failed?.id}/retry`, {})
    await expect
      .poll(async () => (await deliveries(site)).map(({ to }) => to), { timeout: 20_000 })
      .toEqual([`${name}@example.com`])
  } finally {
    await site.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
  info.annotations.push({ type: 'figure', description: `minutes between tries: 1, ${waits.join(', ')}` })
})

function deliveries(site: KillableSite): Promise<Delivery[]> {
  return site.control<Delivery[]>('/mail', [])
}

function waiting(admin: Administrator): Promise<AdminMail[]> {
  return admin.get<AdminMail[]>('/api/admin/mail?state=waiting&limit=50')
}
