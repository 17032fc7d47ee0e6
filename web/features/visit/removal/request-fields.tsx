import {
  isGrave,
  personLength,
  type RemovalReason,
  type RemovalRelation,
  reasonNames,
  relationNames,
  removalReasons,
  removalRelations,
  statementLength,
} from '../../../../contract/values/moderation/safety'
import { urlLength } from '../../../../contract/values/shared/limits'
import type { Form } from '../../../lib/use-form'
import { Alert } from '../../../ui/feedback/alert'
import { Checkbox } from '../../../ui/form/checkbox'
import { Field } from '../../../ui/form/field'
import { Input } from '../../../ui/form/input'
import { Select } from '../../../ui/form/select'
import { Textarea } from '../../../ui/form/textarea'
import type { RequestValues } from './request-values'

interface FieldsProps {
  form: Form<RequestValues>
}

/** Which video, and what is wrong with it. */
export function VideoFields({ form: { values, errors, set } }: FieldsProps) {
  return (
    <>
      <Field
        label="Address of the video's page"
        help={`As your browser shows it, such as ${location.origin}/video/123.`}
        error={errors.url}
      >
        <Input
          name="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={urlLength.max}
          value={values.url}
          onChange={(event) => set('url', event.target.value)}
        />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Reason" error={errors.reason}>
          <Select
            name="reason"
            value={values.reason}
            onChange={(event) => set('reason', event.target.value as RemovalReason)}
          >
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
        <Field label="What are you to the video?" error={errors.relation}>
          <Select
            name="relation"
            value={values.relation}
            onChange={(event) => set('relation', event.target.value as RemovalRelation)}
          >
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
      {values.reason && isGrave(values.reason) ? (
        <Alert tone="warning">
          The video is hidden from everybody as soon as you send this, until it is decided.
        </Alert>
      ) : null}
      <Field
        label="What should be removed, and why?"
        help="If you can, name the times at which you are seen."
        aside={`${values.statement.length} / ${statementLength.max}`}
        error={errors.statement}
      >
        <Textarea
          name="statement"
          rows={6}
          maxLength={statementLength.max}
          value={values.statement}
          onChange={(event) => set('statement', event.target.value)}
        />
      </Field>
    </>
  )
}

/** Who asks, with their word for it. */
export function PersonFields({ form: { values, errors, set } }: FieldsProps) {
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Your name" help="Never passed on to the uploader." error={errors.name}>
          <Input
            name="name"
            autoComplete="name"
            maxLength={personLength.max}
            value={values.name}
            onChange={(event) => set('name', event.target.value)}
          />
        </Field>
        <Field label="Email" help="The decision is sent to it." error={errors.email}>
          <Input
            name="email"
            type="email"
            autoComplete="email"
            value={values.email}
            onChange={(event) => set('email', event.target.value)}
          />
        </Field>
      </div>
      <Checkbox
        label="I state in good faith that what I wrote is true."
        error={errors.goodFaith}
        checked={values.goodFaith}
        onChange={(event) => set('goodFaith', event.target.checked)}
      />
      <Field
        label="Signature"
        help="Your full name, typed once more."
        error={errors.signature}
        className="max-w-md"
      >
        <Input
          name="signature"
          autoComplete="off"
          maxLength={personLength.max}
          value={values.signature}
          onChange={(event) => set('signature', event.target.value)}
        />
      </Field>
    </>
  )
}
