import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { emailLength } from '#contract/values/shared/limits'
import { checkEmail } from '#web/entities/viewer/account-rules'
import { call, client } from '#web/lib/api'
import { useForm } from '#web/lib/form/use-form'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldError } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/**
 * Asks for an email address. The next step is in the email, and the response is the same for every address.
 */
export function NewsletterForm() {
  const request = useMutation({
    mutationFn: (email: string) => call(client.api.newsletter.$post({ json: { email } })),
    onError: (error) => form.refuse(error),
  })
  const form = useForm(
    { email: '' },
    ({ email }) => ({ email: checkEmail(email) }),
    ({ email }) => request.mutate(email.trim()),
  )
  const [isAgain, setIsAgain] = useState(false)
  const done = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (request.isSuccess) done.current?.focus()
  }, [request.isSuccess])

  function tryAnother() {
    setIsAgain(true)
    request.reset()
  }

  if (request.isSuccess) {
    return (
      <div className="grid justify-items-start gap-2">
        <p ref={done} tabIndex={-1} role="status" className="text-dim text-meta">
          Almost there. We've sent a link to {form.values.email.trim()}. Open it to confirm your subscription.
        </p>
        <Button variant="ghost" onClick={tryAnother}>
          Use a different address
        </Button>
      </div>
    )
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid gap-2">
      <Field label="Newsletter" error={form.errors.email}>
        <div className="flex gap-2">
          <Input
            type="email"
            {...form.field('email')}
            name="newsletter"
            placeholder="Your email address"
            autoComplete="email"
            maxLength={emailLength.max}
            className="min-w-0 grow"
            // The button that had the focus is gone.
            autoFocus={isAgain}
          />
          <Button type="submit" className="h-11" busy={request.isPending}>
            {request.isPending ? 'Subscribing...' : 'Subscribe'}
          </Button>
        </div>
      </Field>
      <div role="alert">
        <FieldError id="newsletter-error">{form.failure ?? undefined}</FieldError>
      </div>
    </form>
  )
}
