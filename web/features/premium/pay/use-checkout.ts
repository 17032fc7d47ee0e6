import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { CheckoutOrder } from '../../../../contract/schemas/payments/checkout'
import { methodNames } from '../../../../contract/values/payments/method-names'
import type { CheckoutMessage } from '../../../entities/payment/checkout-messages'
import { refreshMembership } from '../../../entities/payment/payment-queries'
import { paths } from '../../../lib/paths'
import { dismissToast, toast } from '../../../ui/feedback/toast'

/** On narrower screens, a provider's window inside a dialog would be too small to use. */
const desktop = '(width >= 48rem)'

type Choice = Pick<CheckoutOrder, 'plan' | 'currency' | 'video'>

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
  const { pathname, search } = useLocation()
  const [order, setOrder] = useState<CheckoutOrder | null>(null)

  function addressOf({ method, bank }: Pick<CheckoutOrder, 'method' | 'bank'>, from?: string): string {
    return paths.checkout({
      ...{ plan, currency, method },
      ...(bank && { bank }),
      ...(video && { video: String(video) }),
      ...(from && { from }),
    })
  }

  function open(chosen: Pick<CheckoutOrder, 'method' | 'bank'>) {
    dismissToast()
    if (matchMedia(desktop).matches) return setOrder({ plan, currency, video, ...chosen })
    const back = new URLSearchParams(search)
    for (const [name, value] of Object.entries({ plan, currency })) back.set(name, value)
    back.delete('method')
    location.assign(addressOf(chosen, `${pathname}?${back}`))
  }

  async function receive(message: CheckoutMessage) {
    if (message.type === 'busy') return
    setOrder(null)
    if (message.type === 'pending') ends.onPending(message.text)
    if (message.type === 'other-method') ends.onOtherMethod()
    if (message.type === 'bought') {
      await refreshMembership(queryClient)
      toast({ title: message.title, description: message.description })
      ends.onBought()
    }
  }

  return {
    open,
    /** The dialog's content; null while it is closed. */
    shown: order && { title: titleOf(order), src: addressOf(order) },
    receive: (message: CheckoutMessage) => void receive(message),
    close: () => setOrder(null),
  }
}

function titleOf({ method, bank }: CheckoutOrder): string {
  return bank ? `Pay via ${methodNames.netbanking}` : `Pay with ${methodNames[method]}`
}
