import type { Passkey } from '#contract/schemas/accounts/account'
import { passkeyNameLength } from '#contract/values/accounts/account'
import { type Form, useForm } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { deviceName } from './device-name'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './mutations'

interface Values {
  name: string
}

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending } = useAddPasskey()
  const form = useForm<Values>({ name: deviceName(navigator.userAgent) }, check, ({ name }) =>
    mutate(name.trim(), { onSuccess: onClose, onError: (error) => form.refuse(error) }),
  )
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser will ask you to unlock this device or use your security key."
      form={{ ...form, failure: null }}
      submit={{ label: 'Continue', busy: 'Waiting...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <NameField form={form} />
    </FormDialog>
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { mutate, isPending } = useRenamePasskey(passkey.id)
  const form = useForm<Values>({ name: passkey.name }, check, ({ name }) =>
    mutate(name.trim(), { onSuccess: onClose, onError: (error) => form.refuse(error) }),
  )
  return (
    <FormDialog
      title="Rename passkey"
      form={form}
      submit={{ label: 'Rename', busy: 'Renaming...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
    >
      <NameField form={form} />
    </FormDialog>
  )
}

export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { mutate, isPending } = useRemovePasskey()
  return (
    <ConfirmDialog
      title="Remove passkey?"
      description={`“${passkey.name}” will no longer sign you in. Your device may still offer it, so remove it there too.`}
      act={['Remove', 'Removing...']}
      cancel="Keep passkey"
      destructive
      busy={isPending}
      onConfirm={() => mutate(passkey, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}

function check({ name }: Values) {
  const isShort = name.trim().length < passkeyNameLength.min
  return { name: isShort && 'Name it so you can tell it apart from others.' }
}

function NameField({ form }: { form: Form<Values> }) {
  return (
    <Field label="Name" help="Only you see it." error={form.errors.name}>
      <Input data-autofocus autoComplete="off" maxLength={passkeyNameLength.max} {...form.field('name')} />
    </Field>
  )
}
