import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Form } from '../../lib/use-form'
import { Button } from '../button'
import { Dialog } from '../dialog'
import { FieldError } from './field'

export interface FormDialogProps {
  title: string
  /** What will happen, and who is told. */
  description?: ReactNode
  form: Pick<Form<object>, 'ref' | 'onSubmit' | 'failure'>
  /** The button that sends it, also while it does. */
  submit: { label: string; busy: string; variant: 'primary' | 'danger' }
  /** Words of the button that leaves everything as it is. */
  cancel?: string
  isPending: boolean
  /** As the Dialog's. */
  width?: string
  onClose: () => void
  /** What takes the place of the form once it is sent, until it is read. */
  done?: { title: string; children: ReactNode } | null
  /** The fields. */
  children: ReactNode
}

/** Asks for what an act needs, as its reason. What was typed stays when it fails. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, form, submit, cancel = 'Cancel', isPending, onClose, children } = props
  const { width, done } = props
  const id = useId()
  const outcome = useRef<HTMLDivElement>(null)
  const isDone = Boolean(done)

  useEffect(() => {
    // What had the focus is gone.
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
            <Button type="submit" form={id} variant={submit.variant} busy={isPending}>
              {isPending ? submit.busy : submit.label}
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
