import { sandboxKeys } from '#dev/sandbox/payments/keys'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'

/** One of the addresses that CCBill's notices come from. The edge of a site would say so in this header. */
export const ccbillAddress = '64.38.212.10'

export const ccbillHeaders = {
  'content-type': 'application/x-www-form-urlencoded',
  'cf-connecting-ip': ccbillAddress,
}

/** Nothing is signed: the account's owner types the secret into the URL that gets the notices. */
export function ccbillUrl(siteOrigin: string, { type }: WebhookEvent): string {
  const { CCBILL_ACCNUM, CCBILL_SUBACC, CCBILL_WEBHOOK_SECRET } = sandboxKeys
  const query = new URLSearchParams({
    clientAccnum: CCBILL_ACCNUM,
    clientSubacc: CCBILL_SUBACC,
    eventType: type,
    eventGroupType: 'Subscription',
  })
  return `${siteOrigin}/api/webhooks/ccbill/${CCBILL_WEBHOOK_SECRET}?${query}`
}
