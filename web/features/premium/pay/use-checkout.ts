import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { CheckoutOrder } from '#contract/schemas/payments/checkout'
import { methodNames } from '#contract/values/payments/method-names'
import type { BankId } from '#contract/values/payments/payments'
import type { CheckoutMessage } from '#web/entities/payment/checkout-messages'
import { refreshMembership, refreshShop } from '#web/entities/payment/payment-queries'
import { payPaths } from '#web/lib/navigation/pay-paths'
import { keepSoldVideo, soldVideoOf, withoutSoldVideo } from '#web/lib/navigation/sold-video'
import { dismissToast, toast } from '#web/ui/feedback/toast'

/** On narrower screens, a provider's window inside a dialog would be too small to use. */
const desktop = '(width >= 48rem)'

type Choice = Pick<CheckoutOrder, 'plan' | 'currency' | 'video'>
type Way = Pick<CheckoutOrder, 'method'> & Partial<BankChoice>

/** The bank chosen before the checkout, and the price agreed to there. */
export interface BankChoice {
  bank: BankId
  agreedMinor: number
}

interface CheckoutEnds {
  onBought: () => void
  onPending: (text: string) => void
  onOtherMethod: () => void
}

/**
 * Opens the checkout document: in a dialog's frame, or on a phone in place of this page, to which it leads
 * back.
 */
export function useCheckout({ plan, currency, video }: Choice, ends: CheckoutEnds) {
  const queryClient = useQueryClient()
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  const [shown, setShown] = useState<{ title: string; src: string } | null>(null)

  function addressOf({ method, bank, agreedMinor }: Way, from?: string): string {
    return payPaths.checkout({
      plan,
      currency,
      method,
      ...(bank && { bank }),
      ...(agreedMinor && { agreedMinor: String(agreedMinor) }),
      ...(video && { video: String(video) }),
      ...(from && { from }),
    })
  }

  function open(chosen: Way) {
    dismissToast()
    keepSoldVideo(soldVideoOf(params))
    const back = withoutSoldVideo(params)
    if (matchMedia(desktop).matches) {
      // The provider's script can read the address of the page around its frame, too.
      if (params.has('key')) setParams(back, { replace: true })
      return setShown({ title: titleOf(chosen), src: addressOf(chosen) })
    }
    for (const [name, value] of Object.entries({ plan, currency })) back.set(name, value)
    back.delete('method')
    location.assign(addressOf(chosen, `${pathname}?${back}`))
  }

  async function receive(message: CheckoutMessage) {
    if (message.type === 'busy' || message.type === 'height') return
    setShown(null)
    if (message.type === 'pending') ends.onPending(message.text)
    if (message.type === 'other-method') {
      // The methods may have been refused there.
      void refreshShop(queryClient)
      ends.onOtherMethod()
    }
    if (message.type === 'bought') {
      await refreshMembership(queryClient)
      toast({ title: message.title, description: message.description })
      ends.onBought()
    }
  }

  return {
    open,
    /** The dialog's content; null while it is closed. */
    shown,
    receive: (message: CheckoutMessage) => void receive(message),
    close: () => setShown(null),
  }
}

function titleOf({ method, bank }: Way): string {
  return bank ? `Pay via ${methodNames.netbanking}` : `Pay with ${methodNames[method]}`
}
