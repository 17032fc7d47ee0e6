import { Suspense, useRef, useState } from 'react'
import type { RecoveryCodes, Security, TotpSetup } from '#contract/schemas/accounts/account'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { useBeginTotp, useNewRecoveryCodes, useTurnTotpOff } from './mutations'
import { SettingsCard } from './settings-card'

const SetUpDialog = lazyDialog(() => import('./set-up-dialog'), 'SetUpDialog')
const CodesDialog = lazyDialog(() => import('./codes-dialog'), 'CodesDialog')
const TwoStepConfirm = lazyDialog(() => import('./two-step-confirm'), 'TwoStepConfirm')

type Open =
  | { dialog: 'set-up'; setup: TotpSetup }
  | { dialog: 'codes'; codes: RecoveryCodes['codes'] }
  | { dialog: 'off' | 'renew' }

/** From this number on, the card suggests new codes. */
const fewCodes = 3

export function TwoStepCard({ security: { totp, recoveryCodesLeft, confirmFirst } }: { security: Security }) {
  const [open, setOpen] = useState<Open | null>(null)
  const begin = useBeginTotp()
  const turnOff = useTurnTotpOff()
  const renew = useNewRecoveryCodes()
  const region = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusAfter(open !== null, region)
  const close = () => setOpen(null)

  function show(next: Open) {
    keepFocus()
    setOpen(next)
  }

  return (
    <SettingsCard
      title="Two-step sign-in"
      state={totp ? <Badge tone="success">ON</Badge> : <Badge>OFF</Badge>}
      text="Ask for a code from your phone as well as your password, so a stolen password isn't enough."
    >
      {totp ? <CodesLeft left={recoveryCodesLeft} /> : null}
      <div ref={region} tabIndex={-1} className="flex flex-wrap gap-3">
        {totp ? (
          <>
            <Button onClick={() => show({ dialog: 'renew' })}>New recovery codes</Button>
            <Button variant="ghost" onClick={() => show({ dialog: 'off' })}>
              Turn off
            </Button>
          </>
        ) : (
          <Button
            disabled={confirmFirst}
            busy={begin.isPending}
            onClick={() => {
              keepFocus()
              begin.mutate(undefined, { onSuccess: (setup) => setOpen({ dialog: 'set-up', setup }) })
            }}
          >
            Turn on two-step sign-in
          </Button>
        )}
      </div>
      <Suspense>
        {open?.dialog === 'set-up' ? <SetUpDialog setup={open.setup} onClose={close} /> : null}
        {open?.dialog === 'codes' ? <CodesDialog codes={open.codes} onClose={close} /> : null}
        {open?.dialog === 'off' ? (
          <TwoStepConfirm
            act="off"
            busy={turnOff.isPending}
            onConfirm={() => turnOff.mutate(undefined, { onSettled: close })}
            onClose={close}
          />
        ) : null}
        {open?.dialog === 'renew' ? (
          <TwoStepConfirm
            act="renew"
            busy={renew.isPending}
            onConfirm={() =>
              renew.mutate(undefined, {
                onSuccess: ({ codes }) => setOpen({ dialog: 'codes', codes }),
                onError: close,
              })
            }
            onClose={close}
          />
        ) : null}
      </Suspense>
    </SettingsCard>
  )
}

function CodesLeft({ left }: { left: number }) {
  const sentence =
    left === 0
      ? 'No recovery codes left'
      : left === 1
        ? '1 recovery code left'
        : `${left} recovery codes left`
  if (left > fewCodes) return <p className="text-dim text-meta tabular-nums">{sentence}.</p>
  return (
    <Alert tone="warning" title={sentence}>
      Without your phone or a recovery code you can't sign in. Make new codes while you can.
    </Alert>
  )
}
