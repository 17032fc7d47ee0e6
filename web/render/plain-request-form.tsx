import type { RefusedRequest } from '#contract/schemas/moderation/safety'
import { requestFormId } from '../app/pages/visit/legal'
import { useSiteOrigin } from '../entities/settings/settings-query'
import { PersonFields, VideoFields } from '../features/visit/removal/request-fields'
import { RequestSection } from '../features/visit/removal/request-section'
import {
  addressOf,
  checkRequest,
  emptyRequest,
  type RequestValues,
} from '../features/visit/removal/request-values'
import { type Form, said } from '../lib/form/use-form'
import { paths } from '../lib/navigation/paths'
import { Button } from '../ui/button'
import { Alert } from '../ui/feedback/alert'

export interface PlainRequestFormProps {
  params: URLSearchParams
  refused: RefusedRequest | null
}

/** Renders the app's form as one that the browser sends, with what was typed and what is wrong in it. */
export function PlainRequestForm({ params, refused }: PlainRequestFormProps) {
  const url = addressOf(useSiteOrigin(), params)
  const form = formOf({ ...emptyRequest, url }, refused)
  return (
    <RequestSection id={requestFormId}>
      <form
        method="post"
        action={`${paths.legal('removal')}#${requestFormId}`}
        noValidate
        className="grid grid-cols-1 gap-5"
      >
        {refused ? (
          <Alert tone="danger" title="Your request wasn't sent">
            {refused.failure ?? 'Check the marked fields, then send it again.'}
          </Alert>
        ) : null}
        <VideoFields form={form} counts={false} />
        <PersonFields form={form} />
        <Button type="submit" variant="primary" size="lg" className="justify-self-start">
          Send request
        </Button>
      </form>
    </RequestSection>
  )
}

/** Returns what the fields need of a form: nothing in it changes before it is sent. */
function formOf(
  empty: RequestValues,
  refused: RefusedRequest | null,
): Pick<Form<RequestValues>, 'values' | 'errors' | 'field'> {
  const typed = refused?.values ?? {}
  const values = { ...empty, ...typed, goodFaith: 'goodFaith' in typed } as RequestValues
  const errors =
    refused && refused.failure === null ? { ...refused.errors, ...said(checkRequest(values)) } : {}
  return {
    values,
    errors,
    field(name) {
      const value = values[name]
      const held = typeof value === 'boolean' ? { checked: value } : { value }
      return { name, onChange: () => undefined, ...held } as ReturnType<Form<RequestValues>['field']> as never
    },
  }
}
