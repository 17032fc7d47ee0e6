import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { AdminSettings } from '../../../../contract/schemas/site/settings-admin'
import { formatTime } from '../../../lib/format'
import { useForm } from '../../../lib/use-form'
import { Button } from '../../../ui/button'
import { toast } from '../../../ui/feedback/toast'
import { FieldError } from '../../../ui/form/field'
import { addNewRegions } from './blocked-regions'
import { LimitFields } from './limit-fields'
import { useUpdateSettings } from './mutations'
import { RegionsEditor } from './regions-editor'
import { SettingsGroup } from './settings-group'
import { changesOf, checkSettings, type SettingsValues, toValues, untouchedOf } from './settings-values'
import { SiteFields } from './site-fields'
import { SwitchFields } from './switch-fields'

/** Edits all site settings. Input stays until it is saved; untouched fields follow what others save. */
export function SettingsForm({ settings }: { settings: AdminSettings }) {
  const { mutate, isPending } = useUpdateSettings()
  /** The values that the fields are compared with: as loaded or last saved. */
  const [known, setKnown] = useState(settings)
  const loaded = toValues(known)
  const form = useForm(loaded, checkSettings, save)
  if (known !== settings) {
    const fresh = toValues(settings)
    setKnown(settings)
    for (const name of untouchedOf(form.values, loaded)) form.set(name, fresh[name])
  }
  const changed = Object.keys(changesOf(form.values, loaded)).length
  useHashTarget()

  function save(values: SettingsValues) {
    const change = changesOf(values, loaded)
    if (Object.keys(change).length === 0) {
      toast({ title: 'Nothing is changed', description: 'The settings are as they were.' })
      return
    }
    addNewRegions(form)
    mutate(change, { onError: (refusal) => form.refuse(refusal) })
  }

  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={form.onSubmit}
      aria-label="Site settings"
      className="grid gap-8"
    >
      <p className="text-faint text-meta">
        {settings.updatedBy ? (
          <>
            Last changed by {settings.updatedBy.username},{' '}
            <time dateTime={settings.updatedAt}>{formatTime(settings.updatedAt)}</time>.
          </>
        ) : (
          'As they were set up: nobody has changed them yet.'
        )}
      </p>
      <SettingsGroup title="The site" text="How the site calls itself, and where it is reached.">
        <SiteFields form={form} />
      </SettingsGroup>
      <SettingsGroup title="What is open" text="Switches that change what people may do here at once.">
        <SwitchFields form={form} />
      </SettingsGroup>
      <SettingsGroup
        id="storage"
        title="Uploads and storage"
        text="What may be uploaded, and how much you mean to store."
      >
        <LimitFields form={form} />
      </SettingsGroup>
      <SettingsGroup
        id="regions"
        title="Regions"
        text="Where the site answers that it can’t be shown (451): no page of it, no video and no picture. Legal pages and removal requests stay open."
      >
        <RegionsEditor form={form} />
      </SettingsGroup>
      {/* On the left, since toasts appear on the right. */}
      <div className="sticky bottom-bar z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-bg py-3 md:bottom-0">
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? 'Saving Settings...' : 'Save Settings'}
        </Button>
        <p className="text-dim text-meta">
          {changed === 0 ? 'Nothing is changed.' : changed === 1 ? '1 change' : `${changed} changes`}
        </p>
        <div role="alert">
          <FieldError id="settings-error">{form.failure ?? undefined}</FieldError>
        </div>
      </div>
    </form>
  )
}

/**
 * Scrolls to the group that a link from elsewhere names, which isn't rendered yet when the address changes.
 */
function useHashTarget(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const target = hash ? document.getElementById(hash.slice(1)) : null
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [hash])
}
