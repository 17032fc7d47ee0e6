import clsx from 'clsx'
import {
  Bitcoin,
  Coins,
  CreditCard,
  IndianRupee,
  Landmark,
  type LucideIcon,
  Smartphone,
  Wallet,
} from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { PaymentOptions } from '#contract/schemas/payments/payments'
import { methodNames } from '#contract/values/payments/method-names'
import type { PaymentMethod } from '#contract/values/payments/payments'
import type { Currency } from '#contract/values/payments/prices'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { type MethodState, methodHints, methodsFor, paidBy, stateOf } from './methods'

const icons: Record<PaymentMethod, LucideIcon> = {
  card: CreditCard,
  wallet: Wallet,
  checkout: IndianRupee,
  upi: Smartphone,
  netbanking: Landmark,
  bitcoin: Bitcoin,
  crypto: Coins,
}

export interface MethodGridProps {
  currency: Currency
  options: PaymentOptions
  /** False while nothing is sold. */
  sells: boolean
  /** The method that was just left, which gets the focus back. */
  left: PaymentMethod | null
  onChoose: (method: PaymentMethod) => void
}

/** Lists the methods, and below them those of payments already made. */
export function MethodGrid({ currency, options, sells, left, onChoose }: MethodGridProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (left) box.current?.querySelector<HTMLElement>(`[data-method="${left}"]`)?.focus()
  }, [left])
  if (!sells && options.late.length === 0) return null
  return (
    <div ref={box} className="grid gap-2">
      {sells ? <OpenMethods currency={currency} options={options} onChoose={onChoose} /> : null}
      {options.late.map((method) => (
        <Button key={method} data-method={method} variant="ghost" onClick={() => onChoose(method)}>
          I've already paid {paidBy[method]}
        </Button>
      ))}
    </div>
  )
}

function OpenMethods({
  currency,
  options,
  onChoose,
}: Pick<MethodGridProps, 'currency' | 'options' | 'onChoose'>) {
  const id = useId()
  const methods = methodsFor(currency, options)
  return (
    <>
      <h3 id={id} className="font-medium text-dim text-meta">
        Payment method
      </h3>
      <ul aria-labelledby={id} className="grid grid-cols-2 gap-2">
        {methods.map((method) => (
          <li key={method} className="grid">
            <MethodCard method={method} state={stateOf(method, options)} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {methods.every((method) => stateOf(method, options) !== 'open') ? (
        <p className="text-dim text-meta">You can't pay in {currency} at the moment. You won't be charged.</p>
      ) : null}
    </>
  )
}

interface MethodCardProps {
  method: PaymentMethod
  state: MethodState
  onChoose: (method: PaymentMethod) => void
}

function MethodCard({ method, state, onChoose }: MethodCardProps) {
  const name = methodNames[method]
  const Icon = icons[method]

  function choose() {
    if (state === 'open') return onChoose(method)
    const crypto = method === 'crypto'
    errorToast(
      crypto ? 'Cryptocurrency payments unavailable' : `${name} is unavailable`,
      state === 'paused'
        ? 'Crypto payments are paused. Please choose another method.'
        : "This site doesn't offer it yet. Please choose another method.",
    )
  }

  return (
    <button
      type="button"
      data-method={method}
      // Keeps it focusable with an explanation, unlike a disabled button.
      aria-disabled={state !== 'open' || undefined}
      onClick={choose}
      className={clsx(
        'flex h-16 items-center gap-3 rounded-card border border-line px-3 text-left transition-colors',
        state === 'open' ? 'bg-surface-1 hover:border-faint hover:bg-surface-2' : 'cursor-default!',
      )}
    >
      <Icon
        aria-hidden="true"
        className={clsx('size-5 shrink-0', state === 'open' ? 'text-gold' : 'text-faint')}
      />
      <span className="grid min-w-0">
        <span className={clsx('font-bold', state !== 'open' && 'text-faint')}>{name}</span>
        {state === 'open' ? (
          <span className="truncate text-faint text-meta">{methodHints[method]}</span>
        ) : (
          <span>
            <Badge>{state === 'paused' ? 'PAUSED' : 'UNAVAILABLE'}</Badge>
          </span>
        )}
      </span>
    </button>
  )
}
