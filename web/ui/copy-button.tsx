import { Copy } from 'lucide-react'
import { errorToast, toast } from './feedback/toast'
import { IconButton } from './icon-button'

export interface CopyButtonProps {
  label: string
  text: string
  /** Shown once it is on the clipboard. */
  done: string
  className?: string
}

export function CopyButton({ label, text, done, className }: CopyButtonProps) {
  return (
    <IconButton label={label} className={className} onClick={() => void copy(text, done)}>
      <Copy className="size-4" />
    </IconButton>
  )
}

/** Copies a text to the clipboard, and reports success, or that the browser forbids it. */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: done })
  } catch {
    errorToast("Couldn't copy", 'Your browser blocked it. Select the text and copy it manually.')
  }
}
