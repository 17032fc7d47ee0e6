import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Subscription } from '#contract/schemas/payments/payments'
import { KillableSite, type Person } from './support/kill'
import { checkout, type Way, wallet } from './support/ways-to-pay'

const rounds = 20
const minute = 60_000
const day = 24 * 60 * minute

test('killed between capture and grant, the sweep grants each payment exactly once', async () => {
  const info = test.info()
  const stateDir = mkdtempSync(join(tmpdir(), 'nocturne-kill-'))
  const site = new KillableSite(stateDir, 8841)
  let granted = 0
  try {
    await site.open()
    // The providers' webhooks would settle them before the sweep does.
    await site.control('/webhooks/hold', [])
    for (let round = 0; round < rounds; round += 1) {
      await oneRound(site, round % 2 === 0 ? wallet : checkout)
      granted += 1
    }
  } finally {
    await site.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
  info.annotations.push({
    type: 'figure',
    description: `${granted} of ${rounds} rounds: granted once, by the sweep`,
  })
})

async function oneRound(site: KillableSite, way: Way): Promise<void> {
  const person = await site.person()
  const { confirm, isTaken } = await way.approve(site, person)
  await site.control('', { faults: [{ ...way.capture, commit: true, answer: 'timeout' }] })
  // Never answered, since the worker is killed while it waits for the provider.
  const confirming = confirm().catch(() => undefined)
  await expect.poll(isTaken, { timeout: 20_000, intervals: [20] }).toBe(true)
  await site.kill()
  await confirming
  await site.startWorker()
  expect(await person.get('/api/auth/me')).toMatchObject({ isPremium: false })

  // The sweep checks orders every five minutes, and this one first a minute after its creation.
  const next = Math.ceil((Date.now() + 2 * minute) / (5 * minute)) * 5 * minute
  await site.cron(next)
  expect(await person.get('/api/auth/me')).toMatchObject({ isPremium: true })
  await expectOneTerm(person, next)
  await site.cron(next + 5 * minute)
  await site.cron(next + 24 * 60 * minute)
  expect(await confirm()).toMatchObject({ success: true })
  await expectOneTerm(person, next)
}

async function expectOneTerm(person: Person, at: number): Promise<void> {
  const { payments, premiumUntil } = await person.get<Subscription>('/api/account/subscription')
  expect(payments.map(({ status }) => status)).toEqual(['captured'])
  expect(Date.parse(premiumUntil ?? '')).toBe(at + 30 * day)
}
