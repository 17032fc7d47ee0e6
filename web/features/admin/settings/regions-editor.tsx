import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Form } from '../../../lib/use-form'
import { Button } from '../../../ui/button'
import { Field } from '../../../ui/form/field'
import { Input } from '../../../ui/form/input'
import { Switch } from '../../../ui/form/switch'
import { addNewRegions, checkNewRegions } from './blocked-regions'
import { regionName } from './region-name'
import type { SettingsValues } from './settings-values'

/** Edits the list of countries and regions where the site is closed. */
export function RegionsEditor({ form }: { form: Form<SettingsValues> }) {
  const { values, errors, field, set } = form
  const [fault, setFault] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const regions = values.blockedRegions

  function add() {
    const isEmpty = values.newRegions.trim() === ''
    const wrong = isEmpty ? 'Type a code such as FR or US-TX.' : checkNewRegions(values)
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
        label="Close the site in"
        help="Codes of countries (FR), or of regions of them (US-TX), several divided by commas. Where you are yourself can’t be listed."
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
        <ul aria-label="Regions where the site is closed" className="flex flex-wrap gap-2">
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
                aria-label={`Open the site in ${region}`}
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
        label="This is decided"
        help={
          regions.length > 0
            ? 'The site is closed in these regions and open everywhere else.'
            : 'The site is open everywhere, and that is meant.'
        }
        {...field('regionsDecided')}
      />
    </>
  )
}
