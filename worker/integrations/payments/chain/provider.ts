import { claimExpiry, coinFacts, formatAtomic } from '#contract/values/payments/payments'
import type { ChainConfig } from '../config'
import type { Outside } from '../http'
import {
  type Outcome,
  type PaymentProvider,
  ProviderDown,
  type StoredClaim,
  type VerifiedPayment,
  verifiedPayment,
} from '../provider'
import { compare, unpaidFinding } from './compare'
import { readers } from './readers'

export interface ChainSources extends Outside {
  config: ChainConfig
}

/**
 * A receiving address is public, so anyone may claim a transfer that they watched arrive. The real payer has
 * this long to claim it too; with two claims, an administrator decides. Milliseconds.
 */
export const claimHold = 60 * 60_000

type CoinClaim = StoredClaim & { coin: NonNullable<StoredClaim['coin']> }
interface Transfer {
  paid: bigint
  final: boolean
  at: number
}

/** Proof of a coin payment is the chain, as two independent explorers show it. */
export function createChain({ config, ...outside }: ChainSources): PaymentProvider<StoredClaim> {
  return {
    id: 'chain',
    async settle(claim): Promise<Outcome> {
      if (!hasCoin(claim)) throw new Error('A claim on the chain names its coin.')
      const address = config.addresses[claim.coin]
      const explorers = config.explorers[claim.coin]
      if (!address || !explorers) throw new ProviderDown('not-configured')
      const read = readers[claim.coin]
      const question = { transactionId: claim.ref, address, plan: claim.plan }
      const [one, two] = await Promise.all([
        read(outside, explorers[0], question),
        read(outside, explorers[1], question),
      ])
      const agreed = compare(one, two)
      switch (agreed.state) {
        case 'absent':
        case 'unconfirmed':
          return { kind: 'waiting' }
        case 'contradiction':
          return { kind: 'review', finding: agreed.finding, payment: null }
        case 'unpaid':
          return { kind: 'review', finding: unpaidFinding(agreed.why), payment: null }
        case 'mined':
          return judge(claim, agreed, outside.now)
      }
    },
  }
}

function hasCoin(claim: StoredClaim): claim is CoinClaim {
  return claim.coin !== null
}

function judge(claim: CoinClaim, transfer: Transfer, now: number): Outcome {
  const finding = transferFinding(claim, transfer)
  // Until it is final it may disappear again, so there is no payment to show.
  if (finding) return { kind: 'review', finding, payment: transfer.final ? paymentOf(claim, transfer) : null }
  if (!transfer.final) return { kind: 'waiting', seen: true }
  const heldUntil = claim.createdAt + claimHold
  if (now < heldUntil) return { kind: 'waiting', seen: true, retryAt: heldUntil }
  return { kind: 'payment', payment: paymentOf(claim, transfer) }
}

/**
 * Returns a finding for a transfer of too little, or from too long ago. More than the price is fine: wallets
 * round.
 */
function transferFinding({ coin, plan, createdAt }: CoinClaim, { paid, at }: Transfer): string | null {
  const { amounts, decimals } = coinFacts[coin]
  if (paid < BigInt(amounts[plan])) {
    const [got, due] = [paid.toString(), amounts[plan]].map((units) => formatAtomic(units, decimals))
    return `${got} ${coin} arrived; the ${plan} plan costs ${due} ${coin}.`
  }
  if (at < createdAt - claimExpiry) return 'The transfer was made more than 7 days before the claim.'
  return null
}

function paymentOf({ coin, ref }: CoinClaim, { paid, at }: Transfer): VerifiedPayment {
  return verifiedPayment({
    provider: 'chain',
    // Chains with a common origin can carry the same transaction.
    providerPaymentId: `${coinFacts[coin].network}:${ref}`,
    providerOrderId: null,
    orderId: null,
    method: coin,
    currency: coin,
    amountMinor: null,
    amountAtomic: paid.toString(),
    refundedMinor: 0,
    refunds: [],
    status: 'captured',
    bank: null,
    createdAt: at,
    references: [{ kind: 'transaction', ref }],
    verifiedBy: 'chain',
  })
}
