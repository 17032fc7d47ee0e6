import { useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { removalHours } from '#contract/values/moderation/safety'
import { useSiteOrigin } from '#web/entities/settings/settings-query'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useForm } from '#web/lib/form/use-form'
import { paths, readId } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/form/field.tsx'
import { useRequestRemoval } from './mutations'
import { PersonFields, VideoFields } from './request-fields'
import { checkRequest, emptyRequest, requestOf } from './request-values'

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
    <section id={id} aria-labelledby={title} className="mt-12 border-line border-t pt-10">
      <h2 id={title} className="font-bold text-section">
        Request a removal
      </h2>
      <p className="mt-1 mb-6 text-dim">
        You don't need an account. You'll get a private page to follow your request, and a decision within{' '}
        {removalHours} hours. Don't send us any images or videos: the URL is all we need.
      </p>
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
    </section>
  )
}

/** Returns the address of the page that linked here, if it named one: a video's or a shared list's. */
function addressOf(origin: string, params: URLSearchParams): string {
  const id = readId(params.get('video'))
  if (id !== null) return origin + paths.video(id)
  const list = params.get('list') ?? ''
  return /^[\w-]{22}$/.test(list) ? origin + paths.sharedList(list) : ''
}
