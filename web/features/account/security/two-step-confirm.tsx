import { recoveryCodeCount } from '#contract/values/accounts/account'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'

const words = {
  off: {
    title: 'Turn off two-step sign-in?',
    description:
      "You'll sign in with just your password. Your recovery codes will stop working; passkeys aren't affected.",
    act: ['Turn off', 'Turning off...'],
    cancel: 'Keep it on',
    destructive: true,
  },
  renew: {
    title: 'Make new recovery codes?',
    description: `You get ${recoveryCodeCount} new ones. Your current codes will stop working.`,
    act: ['Make new codes', 'Making new codes...'],
    cancel: 'Cancel',
    destructive: false,
  },
} as const

export interface TwoStepConfirmProps {
  act: keyof typeof words
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function TwoStepConfirm({ act, ...rest }: TwoStepConfirmProps) {
  return <ConfirmDialog {...words[act]} {...rest} />
}
