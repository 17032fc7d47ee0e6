import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { IconButton } from '../icon-button'
import { Field } from './field'
import { Input } from './input'

export interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
  error?: string | undefined
  help?: string
}

/** Renders a password field whose text can be shown while typing. */
export function PasswordField({ label, error, help, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)

  function watchCapsLock(event: KeyboardEvent) {
    setCapsLock(event.getModifierState('CapsLock'))
  }

  return (
    <Field label={label} error={error} help={capsLock ? 'Caps Lock is on.' : help}>
      <div className="relative">
        <Input
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
          className="pr-12"
          {...input}
        />
        <IconButton
          label={shown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0.5 my-auto"
        >
          {shown ? <EyeOff className="size-4.5" /> : <Eye className="size-4.5" />}
        </IconButton>
      </div>
    </Field>
  )
}
