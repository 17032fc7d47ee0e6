import type { Delivery } from '#dev/sandbox/payments/twin'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { keys } from './vars.ts'

/** One of the addresses that CCBill's notices come from. The edge of a site would say so in this header. */
export const ccbillAddress = '64.38.212.10'

export const ccbillHeaders = {
  'content-type': 'application/x-www-form-urlencoded',
  'cf-connecting-ip': ccbillAddress,
}

/** Nothing is signed: the account's owner types the secret into the URL that gets the notices. */
export const defects = ['unsigned', 'otherSecret', 'otherAccount'] as const
export type Defect = (typeof defects)[number]

export function ccbillDelivery({ type, body }: WebhookEvent, wrong?: Defect): Delivery {
  const clientAccnum = wrong === 'otherAccount' ? '911111' : keys.CCBILL_ACCNUM
  const fields = new URLSearchParams(body)
  if (wrong === 'otherAccount') fields.set('clientAccnum', clientAccnum)
  const query = new URLSearchParams({
    clientAccnum,
    clientSubacc: keys.CCBILL_SUBACC,
    eventType: type,
    eventGroupType: 'Subscription',
  })
  const secret = wrong === 'otherSecret' ? keys.CCBILL_DATALINK_PASSWORD : keys.CCBILL_WEBHOOK_SECRET
  return {
    headers: { ...ccbillHeaders },
    body: wrong ? String(fields) : body,
    query: String(query),
    path: wrong === 'unsigned' ? '' : `/${secret}`,
  }
}
