import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { methodNames } from '#contract/values/payments/method-names'
import { methodCurrencies, type PaymentMethod } from '#contract/values/payments/payments'
import type { Form } from '#web/lib/form/use-form'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field, FieldError } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { readTypedOffer, type TypedOffer, typedOfferFault } from '../values/payments'
import { regionName } from '../values/region-name'
import type { SettingsValues } from '../values/settings'

const places: Record<TypedOffer['where'], string> = {
  everywhere: 'Everywhere',
  only: 'Only in',
  except: 'Everywhere except',
}

export interface MethodsEditorProps {
  form: Form<SettingsValues>
  configured: readonly PaymentMethod[]
  /** Whether the card rules are met, which is turned on elsewhere. */
  cardsOn: boolean
}

/** Switches methods on and off, puts them in order, and says where each is offered. */
export function MethodsEditor({ form, configured, cardsOn }: MethodsEditorProps) {
  const id = useId()
  const offers = form.values.paymentMethods
  const error = form.errors.paymentMethods
  const isSaidAtField = offers.some((offer) => typedOfferFault(offer))

  function change(method: PaymentMethod, to: Partial<TypedOffer>) {
    form.set(
      'paymentMethods',
      offers.map((offer) => (offer.method === method ? { ...offer, ...to } : offer)),
    )
  }

  function move(at: number, by: 1 | -1) {
    const next = [...offers]
    next.splice(at + by, 0, ...next.splice(at, 1))
    form.set('paymentMethods', next)
  }

  return (
    <fieldset
      aria-describedby={`${id}-help`}
      aria-invalid={error && !isSaidAtField ? true : undefined}
      className="grid gap-2"
    >
      <legend className="mb-1.5 font-medium">Methods</legend>
      <ol className="grid gap-2">
        {offers.map((offer, at) => {
          const name = methodNames[offer.method]
          return (
            <li key={offer.method} className="rounded-card border border-line bg-surface-1 py-1 pr-2 pl-4">
              <div className="flex items-center gap-2">
                <div className="min-w-0 flex-1 py-1.5">
                  <Switch
                    label={name}
                    help={stateOf(offer, {
                      configured,
                      cardsOn,
                      cryptoOn: form.values.cryptoPaymentsEnabled,
                      netbankingOn: offers.some((each) => each.method === 'netbanking' && each.offered),
                    })}
                    checked={offer.offered}
                    onChange={({ target }) => change(offer.method, { offered: target.checked })}
                  />
                </div>
                <IconButton
                  label={`Move ${name} up`}
                  whyNot={at === 0 ? 'Already first' : null}
                  onClick={() => move(at, -1)}
                >
                  <ArrowUp className="size-5" />
                </IconButton>
                <IconButton
                  label={`Move ${name} down`}
                  whyNot={at === offers.length - 1 ? 'Already last' : null}
                  onClick={() => move(at, 1)}
                >
                  <ArrowDown className="size-5" />
                </IconButton>
              </div>
              {offer.offered ? (
                <OfferDetails
                  offer={offer}
                  showsFault={error !== undefined}
                  onChange={(to) => change(offer.method, to)}
                />
              ) : null}
            </li>
          )
        })}
      </ol>
      <FieldError id={`${id}-error`}>{isSaidAtField ? undefined : error}</FieldError>
      <p id={`${id}-help`} className="text-faint text-meta">
        Shown from top to bottom. A method that is off isn't shown, and takes no new payments. Payments that
        are under way still count.
      </p>
    </fieldset>
  )
}

/** Other settings on which a method's state depends. */
interface Others {
  configured: readonly PaymentMethod[]
  cardsOn: boolean
  cryptoOn: boolean
  netbankingOn: boolean
}

/** Says whether members can pay by it now. */
function stateOf(
  { method, offered }: TypedOffer,
  { configured, cardsOn, cryptoOn, netbankingOn }: Others,
): string {
  if (!configured.includes(method)) {
    const isHidden = !offered || method === 'card' || method === 'bitcoin'
    return `Not set up on this server, ${isHidden ? "so it isn't shown." : 'so it shows as UNAVAILABLE.'}`
  }
  if (method === 'card' && offered && !cardsOn)
    return "Set up, and isn't shown until you turn on card payments."
  if (method === 'crypto' && offered && !cryptoOn)
    return 'Set up, and shows as PAUSED until you turn on “Crypto payments”.'
  // The specified request for a Netbanking order doesn't limit the ways in which it can be paid.
  if (method === 'checkout' && !offered && netbankingOn)
    return "Set up on this server. It isn't shown, but Netbanking uses it, so an order could still be paid in its other ways."
  return 'Set up on this server.'
}

interface OfferDetailsProps {
  offer: TypedOffer
  showsFault: boolean
  onChange: (to: Partial<TypedOffer>) => void
}

/** Edits a method's currencies and countries, behind a line that sums them up. */
function OfferDetails({ offer, showsFault, onChange }: OfferDetailsProps) {
  const [isOpen, setOpen] = useState(false)
  const fault = showsFault ? typedOfferFault(offer) : null
  const taken = methodCurrencies[offer.method]
  const codes = readTypedOffer(offer).countries?.codes ?? []
  const chosen = taken.filter((each) => offer.currencies.includes(each))
  return (
    <details
      open={isOpen || fault !== null}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group mr-2 border-line border-t"
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-nav text-dim text-meta hover:text-text">
        <span className="wrap-anywhere">
          <span className="sr-only">{methodNames[offer.method]}: </span>
          {chosen.join(', ')} · {places[offer.where]}
          {codes.length > 0 ? ` ${codes.join(', ')}` : ''}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 pt-1 pb-3">
        {taken.length > 1 ? (
          <fieldset className="flex flex-wrap gap-x-5">
            <legend className="font-medium">Currencies</legend>
            {taken.map((currency) => (
              <Checkbox
                key={currency}
                label={currency}
                checked={offer.currencies.includes(currency)}
                error={fault?.field === 'currencies' && currency === taken[0] ? fault.text : undefined}
                onChange={({ target }) =>
                  onChange({
                    currencies: taken.filter((each) =>
                      each === currency ? target.checked : offer.currencies.includes(each),
                    ),
                  })
                }
              />
            ))}
          </fieldset>
        ) : null}
        <Field label="Offered">
          <Select
            className="max-w-60"
            value={offer.where}
            onChange={({ target }) => onChange({ where: target.value as TypedOffer['where'] })}
          >
            {Object.entries(places).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {offer.where === 'everywhere' ? null : (
          <Field
            label="Countries"
            help={namesOf(codes) || 'Country codes (FR) or region codes (US-TX), separated by commas.'}
            error={fault?.field === 'codes' ? fault.text : undefined}
          >
            <Input
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={offer.codes}
              onChange={({ target }) => onChange({ codes: target.value })}
            />
          </Field>
        )}
      </div>
    </details>
  )
}

/** Returns the names of the regions, as far as their codes are complete. */
function namesOf(codes: readonly string[]): string {
  const names = codes.filter((code) => /^[A-Z]{2}(-|$)/.test(code)).map(regionName)
  return [...new Set(names)].filter(Boolean).join(', ')
}
