import type { User } from '#contract/schemas/accounts/auth'
import { SubscriptionPanel } from '../../features/account/subscription/subscription-panel'
import { RedeemButton } from '../../features/premium/gift-code/redeem-button'
import { SubscribeWidget } from '../../features/premium/plans/subscribe-widget'

/** Renders the Subscription tab of the account page. */
export function AccountSubscription({ user }: { user: User }) {
  return (
    <SubscriptionPanel
      user={user}
      renderSubscribe={(onBought, currency) => <SubscribeWidget currency={currency} onBought={onBought} />}
      redeem={<RedeemButton />}
    />
  )
}
