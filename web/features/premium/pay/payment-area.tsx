import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PaymentMethod } from '#contract/values/payments/payments'
import type { Currency, Plan } from '#contract/values/payments/prices'
import { paymentOptionsQuery, refreshMembership } from '#web/entities/payment/payment-queries'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { MethodSkeleton } from './choice/method-skeleton'
import { PaymentMethods } from './payment-methods'

export interface PaymentAreaProps {
  plan: Plan
  currency: Currency
  /** The method whose view is open. */
  method: PaymentMethod | null
  /** Another reference is typed for money that was sent already, so nothing is paid. */
  correcting: boolean
  /** False while nothing is sold: then only references of payments already made are taken. */
  sells: boolean
  onMethod: (method: PaymentMethod | null) => void
  /** Receives whether the plan's SAVE badge is true for the current payment. */
  onBadge: (shown: boolean) => void
  onBought: () => void
}

/** Renders everything below the plans. Its module loads when the widget comes into view. */
export function PaymentArea(props: PaymentAreaProps) {
  const queryClient = useQueryClient()
  const options = useQuery(paymentOptionsQuery)
  const settings = useQuery(settingsQuery)

  useEffect(() => {
    // Back from a payment page restores this page as it was left, whatever was bought there.
    function onPageShow({ persisted }: PageTransitionEvent) {
      if (persisted) void refreshMembership(queryClient)
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [queryClient])

  if (options.data && settings.data)
    return <PaymentMethods {...props} options={options.data} prices={settings.data.prices} />
  const failed = [options, settings].find(({ data, error }) => error && !data)
  return failed?.error ? (
    <LoadError error={failed.error} onRetry={failed.refetch} />
  ) : props.sells ? (
    <MethodSkeleton currency={props.currency} />
  ) : null
}
