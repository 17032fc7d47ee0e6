import { type Answer, ask, type Outside } from '#worker/integrations/payments/http'
import { ProviderDown } from '#worker/integrations/payments/provider'
import { log } from '#worker/log'
import type { CCBillConfig } from './config'
import { datalinkTime } from './time'

/** Fields of a subscription's status, as they are written. */
export type Status = Record<string, string>

export interface DataLink {
  /** Returns null if CCBill knows no such subscription. */
  status(subscriptionId: string): Promise<Status | null>
  /** Returns CCBill's number for the refund's outcome. */
  refund(subscriptionId: string): Promise<string>
  /** Returns the lines of at most a day. CCBill answers once per hour. */
  extract(since: number, until: number): Promise<string>
}

const unknownThere = '-3'

/**
 * Creates the client of DataLink, which only answers IP addresses registered with CCBill. A worker has no
 * fixed one, so it asks through the relay.
 */
export function createDataLink(config: CCBillConfig, outside: Outside): DataLink {
  const { base, user, password, relaySecret } = config.dataLink
  const signedIn = { clientAccnum: config.account, username: user, password }
  const authorization = relaySecret === null ? undefined : { authorization: `Bearer ${relaySecret}` }
  const manage = (step: string, action: string, subscriptionId: string, repeatable: boolean) =>
    ask(outside, {
      provider: 'ccbill',
      step,
      method: 'POST',
      url: `${base}/utils/subscriptionManagement.cgi`,
      headers: { ...authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: String(
        new URLSearchParams({
          ...signedIn,
          usingSubacc: config.subaccount,
          action,
          subscriptionId,
          returnXML: '1',
        }),
      ),
      repeatable,
      plain: true,
    })
  return {
    status: async (id) => {
      const results = resultsOf(await manage('status', 'viewSubscriptionStatus', id, true))
      if (results === unknownThere) return null
      if (typeof results === 'string') throw refusal('status', results)
      return results
    },
    refund: async (id) => {
      // A sale of today is voided, and an older one refunded.
      const results = resultsOf(await manage('refund', 'voidOrRefundTransaction', id, false))
      if (typeof results !== 'string') throw new ProviderDown('unexpected-answer')
      return results
    },
    extract: async (since, until) => {
      const query = new URLSearchParams({
        ...signedIn,
        clientSubacc: config.subaccount,
        startTime: datalinkTime(since),
        endTime: datalinkTime(until),
        transactionTypes: 'NEW,REFUND,VOID,CHARGEBACK',
      })
      const url = `${base}/data/main.cgi?${query}`
      const call = { provider: 'ccbill', step: 'extract', method: 'GET', url } as const
      // Once per hour: a second try is refused.
      const answer = await ask(outside, {
        ...call,
        headers: { ...authorization },
        repeatable: false,
        plain: true,
      })
      if (answer.status >= 400) throw new ProviderDown(`http-${answer.status}`)
      const [, number] = /^Error:\s*(\d*)/.exec(answer.text.trim()) ?? []
      if (number !== undefined) throw refusal('extract', `-error${number}`)
      return answer.text
    },
  }
}

/** Returns the fields, or the single number that is a result. */
function resultsOf({ status, text }: Answer): Status | string {
  // This status is from the relay, or from a server in front of CCBill.
  if (status >= 400) throw new ProviderDown(`http-${status}`)
  const [, content] = /<results>([\s\S]*)<\/results>/.exec(text) ?? []
  if (content === undefined) throw new ProviderDown('unexpected-answer')
  const number = content.trim()
  if (/^-?\d+$/.test(number)) return number
  return Object.fromEntries(
    [...content.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  )
}

/** `datalink-8`: CCBill doesn't know the caller's address. `datalink-12`: locked for an hour after failed log-ins. */
function refusal(step: string, number: string): ProviderDown {
  const code = `datalink${number}`
  log('error', 'payments.provider-refused', { provider: 'ccbill', step, code })
  return new ProviderDown(code)
}
