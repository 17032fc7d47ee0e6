import type { AdminSettings } from '#contract/schemas/site/settings-admin'
import { providerNames } from '#contract/values/payments/method-names'
import type { Form } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { SettingsValues } from '../values/settings'
import { MethodsEditor } from './methods-editor'
import { PricesEditor } from './prices-editor'

export interface PaymentFieldsProps {
  form: Form<SettingsValues>
  /** The methods and processors that this server has the secrets of. */
  configured: AdminSettings['configured']
  cardsOn: boolean
}

export function PaymentFields({ form, configured, cardsOn }: PaymentFieldsProps) {
  const [first, ...others] = configured.cardProcessors
  return (
    <>
      <MethodsEditor form={form} configured={configured.methods} cardsOn={cardsOn} />
      {first && others.length > 0 ? (
        <Field
          label="Card processor"
          help="Takes new orders. Payments by the other one are still confirmed and refunded."
          error={form.errors.cardProcessor}
        >
          <Select className="max-w-80" {...form.field('cardProcessor')}>
            <option value="">Default ({providerNames[first]})</option>
            {configured.cardProcessors.map((id) => (
              <option key={id} value={id}>
                {providerNames[id]}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <PricesEditor form={form} />
    </>
  )
}
