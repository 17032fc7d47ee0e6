import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { AdminSettings } from '#contract/schemas/site/settings-admin'
import { useForm } from '#web/lib/form/use-form'
import { formatTime } from '#web/lib/format'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/feedback/toast'
import { FieldError } from '#web/ui/form/field.tsx'
import { useUpdateSettings } from '../mutations'
import { SettingsGroup } from './group'
import { LimitFields } from './limit-fields'
import { LookFields } from './look/fields'
import { PaymentFields } from './payments/fields'
import { RegionsEditor } from './regions-editor'
import { SiteFields } from './site-fields'
import { SwitchFields } from './switch-fields'
import { TermsField } from './terms-field'
import { addNewRegions } from './values/blocked-regions'
import { changesOf, checkSettings, type SettingsValues, toValues, untouchedOf } from './values/settings'

/**
 * Edits all site settings. Input stays until it is saved; untouched fields take over others' saved changes.
 */
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
      toast({ title: 'No changes', description: 'Your settings stay the same.' })
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
          'Never changed.'
        )}
      </p>
      <SettingsGroup title="The site" text="Name, description and contact">
        <SiteFields form={form} />
      </SettingsGroup>
      <SettingsGroup id="look" title="Look" text="Logo, colour, home page and footer. No build needed.">
        <LookFields form={form} logo={settings.logo} />
      </SettingsGroup>
      <SettingsGroup title="Access" text="These take effect right away.">
        <SwitchFields form={form} approvalLocked={settings.cardRulesSince !== null} />
      </SettingsGroup>
      <SettingsGroup
        id="payments"
        title="Payments"
        text="What members can pay with, where, and what Premium costs."
      >
        <PaymentFields form={form} configured={settings.configured} cardsOn={settings.cardPaymentsEnabled} />
      </SettingsGroup>
      <SettingsGroup
        id="storage"
        title="Uploads and storage"
        text="What can be uploaded, and how much you plan to store."
      >
        <LimitFields form={form} />
      </SettingsGroup>
      <SettingsGroup
        id="regions"
        title="Regions"
        text="Visitors from these regions see a notice (451) instead of the site. Legal pages and removal requests stay available."
      >
        <RegionsEditor form={form} />
      </SettingsGroup>
      <SettingsGroup
        id="terms"
        title="Blocked terms"
        text="Titles, descriptions, tags, captions, usernames, profile texts, names of shared lists and searches that contain one are refused; comments are held pending review. The person isn't told which term it was."
      >
        <TermsField form={form} />
      </SettingsGroup>
      {/* On the left, since toasts appear on the right. */}
      <div className="dock flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-bg py-3">
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? 'Saving settings...' : 'Save settings'}
        </Button>
        <p className="text-dim text-meta">
          {changed === 0 ? 'No changes.' : changed === 1 ? '1 change' : `${changed} changes`}
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
