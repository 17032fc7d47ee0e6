import { emailLength } from '#contract/values/shared/limits'
import { siteDescriptionLength, siteNameLength } from '#contract/values/site/settings'
import type { Form } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import type { SettingsValues } from './values/settings'

export function SiteFields({ form }: { form: Form<SettingsValues> }) {
  const { values, errors, field } = form
  return (
    <>
      <Field label="Site name" help="Shown in the header, page titles and emails." error={errors.siteName}>
        <Input maxLength={siteNameLength.max} className="max-w-80" {...field('siteName')} />
      </Field>
      <Field
        label="Site description"
        help="Shown by search engines and in link previews."
        aside={`${values.siteDescription.length} / ${siteDescriptionLength.max}`}
        error={errors.siteDescription}
      >
        <Textarea maxLength={siteDescriptionLength.max} {...field('siteDescription')} />
      </Field>
      <Field
        label="Contact email"
        help="Shown on legal pages and in emails. Removal notices are sent here, so check it regularly."
        error={errors.contactEmail}
      >
        <Input type="email" maxLength={emailLength.max} className="max-w-100" {...field('contactEmail')} />
      </Field>
    </>
  )
}
