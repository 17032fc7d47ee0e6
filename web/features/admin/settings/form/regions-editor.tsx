import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Form } from '#web/lib/form/use-form'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { addNewRegions, checkNewRegions } from './values/blocked-regions'
import { regionName } from './values/region-name'
import type { SettingsValues } from './values/settings'

/** Edits the list of countries and regions where the site is closed. */
export function RegionsEditor({ form }: { form: Form<SettingsValues> }) {
  const { values, errors, field, set } = form
  const [fault, setFault] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const regions = values.blockedRegions

  function add() {
    const isEmpty = values.newRegions.trim() === ''
    const wrong = isEmpty ? 'Enter a code, e.g. FR or US-TX.' : checkNewRegions(values)
    setFault(wrong || null)
    if (!wrong) addNewRegions(form)
  }

  function remove(region: string) {
    set(
      'blockedRegions',
      regions.filter((each) => each !== region),
    )
    input.current?.focus()
  }

  /** Enter would submit the whole form. */
  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }

  return (
    <>
      <Field
        label="Block the site in"
        help="Country codes (FR) or region codes (US-TX), separated by commas. You can't block your own region."
        error={fault ?? errors.newRegions ?? errors.blockedRegions}
      >
        <div className="flex gap-2">
          <Input
            ref={input}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="max-w-60"
            onKeyDown={addOnEnter}
            {...field('newRegions', () => setFault(null))}
          />
          <Button className="h-11" onClick={add}>
            Add
          </Button>
        </div>
      </Field>
      {regions.length > 0 ? (
        <ul aria-label="Blocked regions" className="flex flex-wrap gap-2">
          {regions.map((region) => (
            <li
              key={region}
              className="flex h-10 items-center gap-2 rounded-full border border-line bg-surface-1 pl-4 pointer-coarse:h-11"
            >
              <span>
                <span className="font-medium tabular-nums">{region}</span>{' '}
                <span className="text-dim">{regionName(region)}</span>
              </span>
              <button
                type="button"
                aria-label={`Unblock ${region}`}
                onClick={() => remove(region)}
                className="grid size-10 place-items-center rounded-full text-faint transition-colors hover:text-text"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Switch
        label="I've reviewed this"
        help={
          regions.length > 0
            ? 'Block these regions and keep the site open everywhere else.'
            : 'Keep the site open everywhere.'
        }
        {...field('regionsDecided')}
      />
    </>
  )
}
