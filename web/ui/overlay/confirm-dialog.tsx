import type { ReactNode } from 'react'
import { Button } from '../button'
import { Dialog } from './dialog'

export interface ConfirmDialogProps {
  title: string
  description: string
  /** The button's label, and its label while it works, where that takes a while. */
  act: readonly [label: string, busyLabel?: string]
  /** Label of the button that changes nothing. */
  cancel?: string
  destructive?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  /** Names the thing that the action affects. */
  children?: ReactNode
}

/** Asks for confirmation before a serious or irreversible action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, act, cancel = 'Cancel', destructive = false } = props
  const { busy = false, onConfirm, onClose, children } = props
  const [label, busyLabel = label] = act
  return (
    <Dialog
      alert
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose()
      }}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {cancel}
          </Button>
          <Button variant={destructive ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {busy ? busyLabel : label}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
