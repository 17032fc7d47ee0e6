import { Checkbox } from '../../ui/form/checkbox'

export interface RemovePasskeysProps {
  count: number
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Offers to remove the account's passkeys along with its sessions. */
export function RemovePasskeys({ count, checked, onChange }: RemovePasskeysProps) {
  return (
    <div className="grid gap-1">
      <Checkbox
        label={count === 1 ? 'Also remove your passkey' : `Also remove your ${count} passkeys`}
        name="removePasskeys"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <p className="text-dim text-meta">
        Otherwise {count === 1 ? 'it still signs in' : 'they still sign in'}. Remove passkeys if one might not
        be yours.
      </p>
    </div>
  )
}
