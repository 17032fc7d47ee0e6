import type { Currency, Plan } from '#contract/values/payments/prices'
import type { TestClient } from '#test/support/client'
import { type Buyer, orderOnPage, type PaymentsWorld } from '#test/support/payments/payments'
import { ccbillHeaders } from '../twin/delivery'

/** Orders by card at CCBill, even if another card processor is set up. */
export async function orderCard(
  client: Buyer,
  plan: Plan = 'monthly',
  currency: Currency = 'USD',
): Promise<{ orderId: string; url: string }> {
  const { id: orderId, redirectUrl: url } = await orderOnPage('ccbill', client, plan, currency)
  return { orderId, url }
}

/** Orders and pays on CCBill's form; the notice is still to be delivered. */
export async function payByCard({ sandbox }: PaymentsWorld, client: Buyer, plan: Plan = 'monthly') {
  const { orderId, url } = await orderCard(client, plan)
  return { orderId, subscriptionId: sandbox.ccbill.pay(url).subscriptionId }
}

export interface Change {
  /** Fields of the body; null leaves one out. */
  fields?: Record<string, string | null>
  query?: Record<string, string | null>
  /** Last part of the path; null leaves it out. */
  secret?: string | null
  method?: string
  headers?: Record<string, string>
}

/** Delivers the newest notice of a type with something changed; returns the site's status. */
export async function sendChanged(
  { sandbox }: PaymentsWorld,
  client: TestClient,
  type: string,
  { fields = {}, query = {}, secret, method = 'POST', headers = {} }: Change,
): Promise<number> {
  const event = sandbox.webhooks.last(type)
  const url = new URL((await sandbox.webhooks.request(event)).url)
  const body = new URLSearchParams(event.body)
  for (const [change, target] of [
    [fields, body],
    [query, url.searchParams],
  ] as const) {
    for (const [name, value] of Object.entries(change)) {
      if (value === null) target.delete(name)
      else target.set(name, value)
    }
  }
  const path =
    secret === undefined ? url.pathname : ['/api/webhooks/ccbill', secret].filter(Boolean).join('/')
  const response = await client.request(method, `${path}${url.search}`, {
    ...(method === 'POST' && { body: String(body) }),
    headers: { ...ccbillHeaders, ...headers },
  })
  return response.status
}
