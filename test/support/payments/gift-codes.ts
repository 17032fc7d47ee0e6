import type { MadeGiftCodes } from '#contract/schemas/payments/gift-codes'
import type { TestClient } from '../client'
import { randomLetters } from '../factories'

/** Returns the input for a batch of two codes for 30 days. */
export function giftCodes(name: string, over: object = {}) {
  return { name, note: '', days: 30, codes: 2, lastDay: null, ...over }
}

export function makeGiftCodes(admin: TestClient, over: object = {}): Promise<MadeGiftCodes> {
  return admin.json('POST', '/api/admin/gift-codes', giftCodes(`Batch ${randomLetters(10)}`, over))
}

export function redeem(client: TestClient, code: string | undefined): Promise<Response> {
  return client.request('POST', '/api/premium/gift-codes', { json: { code } })
}
