import {
  siteDescriptionLength,
  siteNameLength,
  siteUrlLength,
} from '../../../../contract/values/moderation/administration'
import { emailLength } from '../../../../contract/values/shared/limits'
import type { Form } from '../../../lib/use-form'
import { Field } from '../../../ui/form/field'
import { Input } from '../../../ui/form/input'
import { Textarea } from '../../../ui/form/textarea'
import type { SettingsValues } from './settings-values'

export function SiteFields({ form }: { form: Form<SettingsValues> }) {
  const { values, errors, set } = form
  return (
    <>
      <Field label="Site name" help="In the header, in titles and in mails." error={errors.siteName}>
        <Input
          name="siteName"
          maxLength={siteNameLength.max}
          className="max-w-80"
          value={values.siteName}
          onChange={(event) => set('siteName', event.target.value)}
        />
      </Field>
      <Field
        label="Site description"
        help="What search engines and link previews say of the site."
        aside={`${values.siteDescription.length} / ${siteDescriptionLength.max}`}
        error={errors.siteDescription}
      >
        <Textarea
          name="siteDescription"
          maxLength={siteDescriptionLength.max}
          value={values.siteDescription}
          onChange={(event) => set('siteDescription', event.target.value)}
        />
      </Field>
      <Field
        label="Contact e-mail"
        help="On the legal pages and in mails. Removal notices come here: somebody has to read it."
        error={errors.contactEmail}
      >
        <Input
          name="contactEmail"
          type="email"
          maxLength={emailLength.max}
          className="max-w-100"
          value={values.contactEmail}
          onChange={(event) => set('contactEmail', event.target.value)}
        />
      </Field>
      <Field label="Site address" help="As the legal pages name it." error={errors.siteUrl}>
        <Input
          name="siteUrl"
          type="url"
          maxLength={siteUrlLength.max}
          className="max-w-100"
          value={values.siteUrl}
          onChange={(event) => set('siteUrl', event.target.value)}
        />
      </Field>
    </>
  )
}
