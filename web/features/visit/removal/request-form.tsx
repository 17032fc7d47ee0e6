import { useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSiteOrigin } from '#web/entities/settings/settings-query'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useForm } from '#web/lib/form/use-form'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/form/field.tsx'
import { useRequestRemoval } from './mutations'
import { PersonFields, VideoFields } from './request-fields'
import { RequestSection } from './request-section'
import { addressOf, checkRequest, emptyRequest, requestOf } from './request-values'

/** Requests the removal of a video, or of a list's link, with or without an account. The receipt replaces the page. */
export function RequestForm({ id }: { id: string }) {
  const title = useId()
  const navigate = useNavigate()
  const origin = useSiteOrigin()
  const { user } = useViewer()
  const [params] = useSearchParams()
  const { mutate, isPending } = useRequestRemoval()
  const form = useForm(
    { ...emptyRequest, url: addressOf(origin, params), email: user?.email ?? '' },
    checkRequest,
    (values) =>
      mutate(requestOf(values), {
        onSuccess: ({ token }) => navigate(paths.removalReceipt(token), { state: { sent: true } }),
        onError: (refusal) => form.refuse(refusal),
      }),
  )
  return (
    <RequestSection id={id}>
      <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid grid-cols-1 gap-5">
        <VideoFields form={form} />
        <PersonFields form={form} />
        <div role="alert">
          <FieldError id={`${title}-error`}>{form.failure ?? undefined}</FieldError>
        </div>
        <Button type="submit" variant="primary" size="lg" busy={isPending} className="justify-self-start">
          {isPending ? 'Sending...' : 'Send request'}
        </Button>
      </form>
    </RequestSection>
  )
}
