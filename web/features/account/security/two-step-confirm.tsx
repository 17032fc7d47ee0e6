import { recoveryCodeCount } from '../../../../contract/values/accounts/account'
import { ConfirmDialog } from '../../../ui/confirm-dialog'

const words = {
  off: {
    title: 'Turn two-step sign-in off?',
    description:
      'Your password alone opens your account again. Your recovery codes become void; passkeys stay as they are.',
    act: ['Turn off', 'Turning off...'],
    cancel: 'Leave it on',
    destructive: true,
  },
  renew: {
    title: 'Make new recovery codes?',
    description: `You get ${recoveryCodeCount} new ones. The ones that you have now no longer work.`,
    act: ['Make new codes', 'Making codes...'],
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
