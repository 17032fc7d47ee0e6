import { useEffect, useId, useRef, useState } from 'react'
import { commentLength, commentMessages } from '#contract/values/videos/comments'
import { useForm } from '#web/lib/form/use-form'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldError } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'

export interface CommentFormProps {
  label: string
  /** The text at first. When another takes its place, the text typed after it stays. */
  initial?: string
  act: readonly [label: string, busyLabel: string]
  isPending: boolean
  send: (body: string, then: { onSuccess: () => void; onError: (error: Error) => void }) => void
  /** It was opened by a button: it takes the focus, and can be cancelled before anything is typed. */
  isOpened?: boolean
  takesFocus?: boolean
  /** It was sent or cancelled. */
  onDone: () => void
}

/** Takes a comment, a reply or a changed text. The text stays when it is refused. */
export function CommentForm({ label, initial = '', act, isPending, send, ...rest }: CommentFormProps) {
  const { isOpened = false, takesFocus = isOpened, onDone } = rest
  const id = useId()
  const text = useRef<HTMLDivElement>(null)
  const [begunWith, setBegunWith] = useState(initial)
  const form = useForm(
    { body: initial },
    ({ body }) => ({
      body:
        body.trim() === ''
          ? commentMessages.missing
          : body.trim().length > commentLength.max && commentMessages.long,
    }),
    ({ body }) =>
      send(body, {
        onSuccess: onDone,
        onError: (refusal) => form.refuse(refusal),
      }),
  )
  const { body } = form.values

  if (begunWith !== initial) {
    setBegunWith(initial)
    form.set('body', body.startsWith(begunWith) ? initial + body.slice(begunWith.length) : body)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies(label): it now answers someone else
  useEffect(() => {
    const area = text.current?.querySelector('textarea')
    if (!takesFocus || !area) return
    area.focus()
    area.setSelectionRange(area.value.length, area.value.length)
  }, [takesFocus, label])

  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid gap-3">
      <div ref={text}>
        <Field
          label={label}
          aside={body === '' ? null : `${body.trim().length} / ${commentLength.max}`}
          error={form.errors.body}
        >
          <Textarea rows={2} {...form.field('body')} />
        </Field>
      </div>
      <div role="alert" className="empty:hidden">
        <FieldError id={`${id}-failure`}>{form.failure ?? undefined}</FieldError>
      </div>
      {isOpened || body !== '' ? (
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" disabled={isPending} onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {isPending ? act[1] : act[0]}
          </Button>
        </div>
      ) : null}
    </form>
  )
}
