import type {
  ConfirmCrypto,
  ConfirmNetbanking,
  ConfirmUpi,
  PaymentAnswer,
} from '#contract/schemas/payments/payments'
import { methodNames } from '#contract/values/payments/method-names'
import { type BankId, coinFacts, referenceLength } from '#contract/values/payments/payments'
import { invalidField } from '#worker/errors'
import { canonicalTransactionId } from '#worker/integrations/payments/chain/transaction-id'
import { canonicalReference } from '#worker/integrations/payments/upi/canonical-reference'
import type { UserContext } from '../../context'
import { settingsRow } from '../../shared/settings'
import { isGuarded } from '../processors'
import { pausedAnswer, unavailableAnswer } from './answers'
import { submitClaim } from './submit'

// The money was sent before the reference is typed, so today's offers don't matter: they only decide what is
// shown and which orders can start.

/** UPI and bank references are one kind: the same payment can have both. */
const typed = { kind: 'reference', coin: null } as const

export async function confirmUpi(
  ctx: UserContext,
  { plan, upiReference, agreed, video }: ConfirmUpi,
): Promise<PaymentAnswer> {
  const { upi } = ctx.config.payments
  if (!upi || !(await isGuarded(ctx))) return unavailableAnswer(methodNames.upi)
  const ref = readReference('upiReference', upiReference)
  const { prices } = await settingsRow(ctx)
  const amountMinor = prices.INR[plan]
  return submitClaim(ctx, { ...typed, method: 'upi', plan, ref, amountMinor, bankId: null, agreed, video })
}

export async function confirmNetbanking(
  ctx: UserContext,
  { plan, bankId, transactionId, agreed, video }: ConfirmNetbanking,
): Promise<PaymentAnswer> {
  const { razorpay } = ctx.config.payments
  if (!razorpay || !(await isGuarded(ctx))) return unavailableAnswer(methodNames.netbanking)
  const ref = readReference('transactionId', transactionId)
  const { prices } = await settingsRow(ctx)
  const claim = { plan, ref, amountMinor: prices.INR[plan], bankId: bankId as BankId, agreed, video }
  return submitClaim(ctx, { ...typed, method: 'netbanking', ...claim })
}

/**
 * Checks a crypto payment. While crypto is off, only the setting is read, from the row, since the copy may be
 * a minute old.
 */
export async function confirmCrypto(ctx: UserContext, input: ConfirmCrypto): Promise<PaymentAnswer> {
  const settings = await settingsRow(ctx)
  if (!settings.cryptoPaymentsEnabled) return pausedAnswer
  const { plan, currency: coin, network, transactionId, agreed, video } = input
  const facts = coinFacts[coin]
  if (network !== facts.network) {
    const message = `${coin} is taken on the ${facts.network} network alone.`
    return { success: false, code: 'mismatch', message }
  }
  const { chain } = ctx.config.payments
  if (!chain?.addresses[coin] || !chain.explorers[coin] || !(await isGuarded(ctx)))
    return unavailableAnswer(facts.name)
  const ref = canonicalTransactionId(transactionId)
  if (ref === null)
    throw invalidField('transactionId', 'A transaction ID has 64 digits, from 0 to 9 and a to f.')
  const claim = { plan, ref, coin, amountMinor: null, bankId: null, agreed, video }
  return submitClaim(ctx, { method: 'crypto', kind: network, ...claim })
}

function readReference(path: string, text: string): string {
  const ref = canonicalReference(text)
  const { min, max } = referenceLength
  if (ref === null) throw invalidField(path, `A reference has ${min} to ${max} letters and digits.`)
  return ref
}
