import { type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'

export interface CaptionFileButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  /** Names the file input. */
  label: string
  onChoose: (file: File) => void
  children: ReactNode
}

/** Renders a button that asks for a file of captions. */
export function CaptionFileButton({ label, onChoose, children, ...rest }: CaptionFileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...rest} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".vtt,.srt,.sbv,.ass,.ssa,.txt,text/vtt,application/x-subrip"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Allows choosing the same file again after it was fixed.
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
