import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Form } from '../../lib/form/use-form'
import { Button } from '../button'
import { Dialog } from '../overlay/dialog'
import { FieldError } from './field'

export interface FormDialogProps {
  title: string
  /** The action's effect, and who is notified. */
  description?: ReactNode
  form: Pick<Form<object>, 'ref' | 'onSubmit' | 'failure'>
  /** The submit button, with its label while it works. */
  submit: { label: string; busy: string; variant: 'primary' | 'danger' }
  /** Label of the button that changes nothing. */
  cancel?: string
  isPending: boolean
  /**
   * Replaces the submit button's label while the form can't be sent yet, for example "Looking for copies...".
   */
  waitsFor?: string | null
  /** As for Dialog. */
  width?: string
  onClose: () => void
  /** Replaces the form once it is sent, until it is dismissed. */
  done?: { title: string; children: ReactNode } | null
  /** The fields. */
  children: ReactNode
}

/** Asks for the input that an action needs, such as its reason. The input stays when it fails. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, form, submit, cancel = 'Cancel', isPending, onClose, children } = props
  const { width, done, waitsFor = null } = props
  const id = useId()
  const outcome = useRef<HTMLDivElement>(null)
  const isDone = Boolean(done)

  useEffect(() => {
    // The focused element is gone.
    if (isDone) outcome.current?.focus()
  }, [isDone])

  return (
    <Dialog
      open
      persistent
      onOpenChange={(open) => {
        if (!open && !isPending) onClose()
      }}
      title={done ? done.title : title}
      description={done ? undefined : description}
      {...(width ? { width } : {})}
      footer={
        done ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={isPending}>
              {cancel}
            </Button>
            <Button type="submit" form={id} variant={submit.variant} busy={isPending || waitsFor !== null}>
              {isPending ? submit.busy : (waitsFor ?? submit.label)}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <div ref={outcome} tabIndex={-1}>
          {done.children}
        </div>
      ) : (
        <form
          id={id}
          ref={form.ref}
          noValidate
          onSubmit={form.onSubmit}
          className="grid grid-cols-1 gap-4 pt-2"
        >
          {children}
          <div role="alert">
            <FieldError id={`${id}-error`}>{form.failure ?? undefined}</FieldError>
          </div>
        </form>
      )}
    </Dialog>
  )
}
