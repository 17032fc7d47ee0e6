import { KeyRound, Pencil, Trash } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { Passkey, Security } from '#contract/schemas/accounts/account'
import { passkeysMax } from '#contract/values/accounts/account'
import { knowsPasskeys, noPasskeys } from '#web/entities/viewer/knows-passkeys'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { formatShortDate } from '#web/lib/format'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { SettingsCard } from './settings-card'

const AddPasskeyDialog = lazyDialog(() => import('./passkey-dialogs'), 'AddPasskeyDialog')
const RenamePasskeyDialog = lazyDialog(() => import('./passkey-dialogs'), 'RenamePasskeyDialog')
const RemovePasskeyDialog = lazyDialog(() => import('./passkey-dialogs'), 'RemovePasskeyDialog')

type Open = { dialog: 'add' } | { dialog: 'rename' | 'remove'; passkey: Passkey }

export function PasskeysCard({ security: { passkeys, confirmFirst } }: { security: Security }) {
  const [open, setOpen] = useState<Open | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusAfter(open !== null, region)
  const close = () => setOpen(null)

  function show(next: Open) {
    keepFocus()
    setOpen(next)
  }

  return (
    <SettingsCard
      title="Passkeys"
      text="Sign in with your fingerprint, face or device PIN. Passkeys can't be guessed or phished."
    >
      {passkeys.length > 0 ? (
        <ul className="grid rounded-card border border-line [&>*+*]:border-line [&>*+*]:border-t">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
              <KeyRound aria-hidden="true" className="size-5 shrink-0 text-dim" />
              <div className="grid min-w-0 flex-1">
                <span className="wrap-anywhere font-medium">{passkey.name}</span>
                <span className="text-faint text-meta">
                  Added on <Day at={passkey.createdAt} />
                  {passkey.usedAt ? (
                    <>
                      , last used on <Day at={passkey.usedAt} />
                    </>
                  ) : (
                    ', not used yet'
                  )}
                </span>
              </div>
              <div className="flex">
                <IconButton
                  label={`Rename ${passkey.name}`}
                  onClick={() => show({ dialog: 'rename', passkey })}
                >
                  <Pencil className="size-4" />
                </IconButton>
                <IconButton
                  label={`Remove ${passkey.name}`}
                  onClick={() => show({ dialog: 'remove', passkey })}
                >
                  <Trash className="size-4" />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <div ref={region} tabIndex={-1}>
        {!knowsPasskeys() ? (
          <p className="text-dim text-meta">{noPasskeys}</p>
        ) : passkeys.length >= passkeysMax ? (
          <p className="text-dim text-meta">You have {passkeysMax} passkeys, the most an account can have.</p>
        ) : (
          <Button disabled={confirmFirst} onClick={() => show({ dialog: 'add' })}>
            Add a passkey
          </Button>
        )}
      </div>
      <Suspense>
        {open?.dialog === 'add' ? <AddPasskeyDialog onClose={close} /> : null}
        {open?.dialog === 'rename' ? <RenamePasskeyDialog passkey={open.passkey} onClose={close} /> : null}
        {open?.dialog === 'remove' ? <RemovePasskeyDialog passkey={open.passkey} onClose={close} /> : null}
      </Suspense>
    </SettingsCard>
  )
}

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatShortDate(at)}
    </time>
  )
}
