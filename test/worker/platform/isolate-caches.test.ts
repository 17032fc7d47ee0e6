import { afterEach, expect, it, vi } from 'vitest'
import { refuseSharedNames } from '#db/result-columns'
import { certificateAt } from '#processors/paypal/adapter/certificate'
import type { Outside } from '#worker/integrations/payments/http'
import { forgetAll } from '#worker/isolate-state'
import type { EdgeCache } from '#worker/storage/edge-cache'
import { createNearRows, type Select } from '#worker/storage/near-rows'
import { buyer, paymentsWorld, subscribe } from '../../support/payments/payments'

/**
 * Everything that an isolate keeps between requests has a limit. Other caches are tested in
 * `media-revocations`, `near-media`, `hash-queue`, `faults/database` (retries), `faults/settings` (one copy)
 * and `payments-http` (five failures a service).
 */

const world = paymentsWorld()

afterEach(() => {
  vi.restoreAllMocks()
  forgetAll()
})

it('16 certificates of PayPal, and from the next one on they are fetched again', async () => {
  const { sandbox } = world
  const orderId = await subscribe(await buyer())
  sandbox.paypal.approve(orderId)
  sandbox.paypal.captureInBrowser(orderId)
  const told = await sandbox.webhooks.request(sandbox.webhooks.last('PAYMENT.CAPTURE.COMPLETED'))
  const own = told.headers.get('paypal-cert-url') ?? ''
  const [base = ''] = own.split('/v1/')
  const pem = await (await sandbox.fetch(own)).text()
  const fetched = vi.fn(async () => new Response(pem))
  const outside = { now: Date.now(), fetch: fetched } as unknown as Outside
  const ask = (number: number) =>
    certificateAt(`${base}/v1/notifications/certs/CERT-${number}`, base, outside)
  for (let number = 0; number < 16; number += 1) expect(await ask(number)).not.toBeNull()
  expect(fetched).toHaveBeenCalledTimes(16)
  await ask(16)
  await ask(0)
  expect(fetched).toHaveBeenCalledTimes(18)
})

it('1000 copies of rows that others wait for; who comes with the next one reads for themselves', async () => {
  let reads = 0
  const db = {
    batch: () => {
      reads += 1
      return new Promise<never>(() => undefined)
    },
  }
  const cache: EdgeCache = { match: async () => null, json: async () => null, put: async () => undefined }
  const rows = createNearRows({ db, cache, seconds: 10, version: 'test', now: 0, defer: () => undefined })
  const ask = (number: number) => {
    void rows.batch([{ toSQL: () => ({ sql: `select ${number}`, params: [] }) } as unknown as Select])
  }
  const areRead = (times: number) => vi.waitFor(() => expect(reads).toBe(times))
  for (let number = 1; number < 1000; number += 1) ask(number)
  await areRead(999)
  ask(1000)
  ask(1000)
  await areRead(1000)
  ask(1001)
  ask(1001)
  await areRead(1002)
})

it('2000 queries whose columns were checked', () => {
  const clear = vi.spyOn(Set.prototype, 'clear')
  const clearedAt: number[] = []
  // Other names were checked before.
  for (let number = 0; number <= 6000; number += 1) {
    refuseSharedNames(`select ${number} as a${number}`)
    if (clear.mock.calls.length > clearedAt.length) clearedAt.push(number)
  }
  const [first = 0, second = 0, third = 0] = clearedAt
  expect([second - first, third - second]).toEqual([2000, 2000])
})
