import { useState } from 'react'
import type { TotpSetup } from '#contract/schemas/accounts/account'
import { denseTyped } from '#contract/values/shared/typed'
import { useForm } from '#web/lib/form/use-form'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { useConfirmTotp } from './mutations'
import { RecoveryCodeList } from './recovery-code-list'

/** Sets up an authenticator app in three steps: the QR code, the first code, and the recovery codes. */
export function SetUpDialog({ setup, onClose }: { setup: TotpSetup; onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const { mutate, isPending } = useConfirmTotp()
  const form = useForm(
    { code: '' },
    ({ code }) => ({ code: !/^\d{6}$/.test(denseTyped(code)) && 'Please enter the six digits.' }),
    ({ code }) =>
      mutate(denseTyped(code), {
        onSuccess: (made) => setCodes(made.codes),
        onError: (error) => form.refuse(error),
      }),
  )
  return (
    <FormDialog
      title="Turn on two-step sign-in"
      description="Scan this with an authenticator app, such as Google Authenticator, Aegis or 1Password, then enter the code it shows."
      form={form}
      submit={{ label: 'Turn on', busy: 'Checking...', variant: 'primary' }}
      isPending={isPending}
      onClose={onClose}
      done={
        codes && {
          title: 'Two-step sign-in is on',
          children: <RecoveryCodeList codes={codes} />,
        }
      }
    >
      <QrCode text={setup.uri} label="QR code for your authenticator app" />
      <div className="flex items-center justify-between gap-3 rounded-card border border-line px-4 py-2">
        <div className="grid">
          <span className="text-faint text-meta">Or enter this key in the app</span>
          <span className="wrap-anywhere select-all font-medium font-mono text-meta">
            {setup.secret.replace(/.{4}(?=.)/g, '$& ')}
          </span>
        </div>
        <CopyButton label="Copy the key" text={setup.secret} done="Key copied" />
      </div>
      <Field label="Code" help="Six digits. Changes every 30 seconds." error={form.errors.code}>
        <Input
          autoComplete="one-time-code"
          inputMode="numeric"
          data-autofocus
          maxLength={20}
          {...form.field('code')}
        />
      </Field>
    </FormDialog>
  )
}
