import { emailLength } from '../../../../contract/values/shared/limits'
import { siteDescriptionLength, siteNameLength } from '../../../../contract/values/site/settings'
import type { Form } from '../../../lib/use-form'
import { Field } from '../../../ui/form/field'
import { Input } from '../../../ui/form/input'
import { Textarea } from '../../../ui/form/textarea'
import type { SettingsValues } from './settings-values'

export function SiteFields({ form }: { form: Form<SettingsValues> }) {
  const { values, errors, field } = form
  return (
    <>
      <Field label="Site name" help="In the header, in titles and in mails." error={errors.siteName}>
        <Input maxLength={siteNameLength.max} className="max-w-80" {...field('siteName')} />
      </Field>
      <Field
        label="Site description"
        help="What search engines and link previews say of the site."
        aside={`${values.siteDescription.length} / ${siteDescriptionLength.max}`}
        error={errors.siteDescription}
      >
        <Textarea maxLength={siteDescriptionLength.max} {...field('siteDescription')} />
      </Field>
      <Field
        label="Contact e-mail"
        help="On the legal pages and in mails. Removal notices come here: somebody has to read it."
        error={errors.contactEmail}
      >
        <Input type="email" maxLength={emailLength.max} className="max-w-100" {...field('contactEmail')} />
      </Field>
    </>
  )
}
