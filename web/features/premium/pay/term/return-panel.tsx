import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { refreshMembership } from '#web/entities/payment/payment-queries'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { call, client } from '#web/lib/api'
import { paths } from '#web/lib/navigation/paths'
import { withReturnPath } from '#web/lib/navigation/with-return-path'
import { key } from '#web/lib/query/keys'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { toast } from '#web/ui/feedback/toast'
import { useNewTerm } from './use-new-term'

/**
 * Milliseconds between polls for the term. The provider's notice begins it, mostly seconds after the buyer
 * returns.
 */
const firstPolls = [2000, 3000, 5000]
const laterPolls = 15_000

/** Has the server ask the provider about an order of this account, on the return from the provider's page. */
function returnedOrderQuery(orderId: string) {
  return queryOptions({
    queryKey: key('account', 'returned order', orderId),
    queryFn: ({ signal }) =>
      call(client.api.premium.orders.confirm.$post({ json: { orderId } }, { init: { signal } })),
    // Only when it is asked for: each is a call to the provider.
    staleTime: Infinity,
    retry: false,
  })
}

export interface ReturnPanelProps {
  /**
   * Our order ID, from the URL that the provider led back to. It proves nothing, so the server asks the
   * provider.
   */
  orderId: string
  onBought: () => void
  /** Forgets the order, so that another one can be started. */
  onLeave: () => void
}

/** Shows the outcome of an order on a provider's page, paid or not. */
export function ReturnPanel({ orderId, onBought, onLeave }: ReturnPanelProps) {
  const { user } = useViewer()
  const queryClient = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({
    ...returnedOrderQuery(orderId),
    enabled: user !== null,
  })
  const isBought = data?.success === true

  const celebrate = useEffectEvent(async () => {
    toast({ title: 'Payment successful!', description: 'You now have premium access' })
    await refreshMembership(queryClient)
    onBought()
  })
  useEffect(() => {
    if (isBought) void celebrate()
  }, [isBought])

  if (!user) {
    const here = `${paths.premium}?${new URLSearchParams({ order: orderId })}`
    return (
      <Panel title="Sign in to see your payment">
        <p className="text-dim">If you've paid, premium starts on its own.</p>
        <ButtonLink to={withReturnPath(paths.signIn, here)}>Sign In</ButtonLink>
      </Panel>
    )
  }
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data || isBought)
    return (
      <p role="status" className="flex min-h-24 items-center justify-center gap-3 text-dim">
        <Spinner />
        Checking your payment...
      </p>
    )
  if (data.code === 'mismatch')
    return (
      <Panel title="We're checking your payment">
        <p className="text-dim">{data.message}</p>
        <ButtonLink to={paths.subscription}>View my payments</ButtonLink>
      </Panel>
    )
  if (data.code === 'pending' || data.code === 'provider_down')
    return (
      <Waiting
        {...(data.code === 'pending'
          ? {
              title: "We haven't received your payment yet",
              text: "If you've paid, premium starts as soon as the provider confirms it, usually within minutes. You can leave this page; please don't pay again.",
            }
          : { title: "We couldn't check your payment", text: data.message })}
        isLooking={isFetching}
        until={user.premiumUntil}
        onLook={() => void refetch()}
        onBought={onBought}
        onLeave={onLeave}
      />
    )
  return (
    <section aria-label="Payment failed" className="grid gap-4 rounded-panel border border-line p-5">
      <Alert tone="danger" title="Payment failed">
        {data.message}
      </Alert>
      <div className="flex flex-wrap gap-3">
        <Button variant="gold" onClick={onLeave}>
          Choose how to pay
        </Button>
        <ButtonLink to={paths.subscription}>View my payments</ButtonLink>
      </div>
    </section>
  )
}

interface WaitingProps extends Pick<ReturnPanelProps, 'onBought' | 'onLeave'> {
  title: string
  text: string | undefined
  isLooking: boolean
  /** End of the term so far. A later end means that the payment arrived. */
  until: string | null
  onLook: () => void
}

function Waiting({ title, text, isLooking, until, onLook, onBought, onLeave }: WaitingProps) {
  const newTerm = useNewTerm(until, onBought)
  const look = useEffectEvent(newTerm)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function wait(polls: number) {
      timer = setTimeout(() => {
        // The next poll makes up for a failed one.
        look().catch(() => undefined)
        wait(polls + 1)
      }, firstPolls[polls] ?? laterPolls)
    }
    wait(0)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Panel title={title}>
      <p className="text-dim">{text}</p>
      <div className="mt-1 flex flex-wrap justify-center gap-2">
        <Button variant="gold" busy={isLooking} onClick={onLook}>
          Check again
        </Button>
        <Button variant="ghost" onClick={onLeave}>
          I haven't paid
        </Button>
      </div>
    </Panel>
  )
}

function Panel({ title, children }: { title: string; children: React.ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      aria-label={title}
      className="grid justify-items-center gap-3 rounded-panel border border-warning/40 bg-warning/6 px-4 py-6 text-center"
    >
      <Clock aria-hidden="true" className="size-8 text-warning" />
      <h2 ref={heading} tabIndex={-1} className="font-bold text-lead">
        {title}
      </h2>
      {children}
    </section>
  )
}
