import { isGrave, reasonNames, removalReasons, withoutConsentText } from '#contract/values/moderation/reasons'
import {
  personLength,
  relationNames,
  removalRelations,
  statementLength,
} from '#contract/values/moderation/safety'
import { urlLength } from '#contract/values/shared/limits'
import { listKeyIn } from '#contract/values/shared/site-urls'
import { useSiteOrigin } from '#web/entities/settings/settings-query'
import type { Form } from '#web/lib/form/use-form'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import type { RequestValues } from './request-values'

interface FieldsProps {
  form: Pick<Form<RequestValues>, 'values' | 'errors' | 'field'>
}

/** Asks for the video, or the shared list, and what is wrong with it. Without JavaScript, nothing `counts`. */
export function VideoFields({
  form: { values, errors, field },
  counts = true,
}: FieldsProps & { counts?: boolean }) {
  const origin = useSiteOrigin()
  const isList = listKeyIn(values.url, origin, URL) !== null
  return (
    <>
      <Field
        label="URL of the page"
        help={
          isList
            ? "This is a list's page. To have a video in it removed, enter the URL of the video's page."
            : `As shown in your browser's address bar, e.g. ${origin}/video/123.`
        }
        error={errors.url}
      >
        <Input
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={urlLength.max}
          {...field('url')}
        />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Reason"
          help={`${reasonNames.without_consent}: ${withoutConsentText}`}
          error={errors.reason}
        >
          <Select {...field('reason')}>
            <option value="" disabled>
              Choose a reason
            </option>
            {removalReasons.map((reason) => (
              <option key={reason} value={reason}>
                {reasonNames[reason]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Your relationship to the video" error={errors.relation}>
          <Select {...field('relation')}>
            <option value="" disabled>
              Choose one
            </option>
            {removalRelations.map((relation) => (
              <option key={relation} value={relation}>
                {relationNames[relation]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {values.reason && isGrave(values.reason) && !isList ? (
        <Alert tone="warning">
          We usually hide the video as soon as you send this, until we have decided.
        </Alert>
      ) : null}
      <Field
        label="What should be removed, and why?"
        help="If you can, give the times at which you appear."
        aside={counts ? `${values.statement.length} / ${statementLength.max}` : undefined}
        error={errors.statement}
      >
        <Textarea rows={6} maxLength={statementLength.max} {...field('statement')} />
      </Field>
    </>
  )
}

/** Asks for the requester's details and declarations. */
export function PersonFields({ form: { errors, field } }: FieldsProps) {
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Your name" help="Never shared with the uploader." error={errors.name}>
          <Input autoComplete="name" maxLength={personLength.max} {...field('name')} />
        </Field>
        <Field label="Email" help="We'll send our decision here." error={errors.email}>
          <Input type="email" autoComplete="email" {...field('email')} />
        </Field>
      </div>
      <Checkbox
        label="I state in good faith that the information in this request is accurate."
        error={errors.goodFaith}
        {...field('goodFaith')}
      />
      <Field
        label="Signature"
        help="Type your full name again to sign."
        error={errors.signature}
        className="max-w-md"
      >
        <Input autoComplete="off" maxLength={personLength.max} {...field('signature')} />
      </Field>
    </>
  )
}
