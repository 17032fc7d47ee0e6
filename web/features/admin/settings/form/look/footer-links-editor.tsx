import { Plus, Trash } from 'lucide-react'
import { useId } from 'react'
import {
  type FooterLink,
  footerLabelLength,
  footerUrlLength,
  maxFooterLinks,
} from '#contract/values/shared/look'
import type { Form } from '#web/lib/form/use-form'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { SettingsValues } from '../values/settings'

/** Edits the links that the footer shows beside the site's own. */
export function FooterLinksEditor({ form }: { form: Form<SettingsValues> }) {
  const id = useId()
  const links = form.values.footerLinks
  const set = (next: FooterLink[]) => form.set('footerLinks', next)
  const change = (at: number, part: Partial<FooterLink>) =>
    set(links.map((link, index) => (index === at ? { ...link, ...part } : link)))
  return (
    <fieldset
      aria-describedby={`${id}-help`}
      aria-invalid={form.errors.footerLinks ? true : undefined}
      className="grid gap-2"
    >
      <legend className="mb-1.5 font-medium">Footer links</legend>
      {links.map(({ label, url }, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a link has no other identity while it is typed
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
        >
          <Input
            aria-label={`Name of link ${at + 1}`}
            placeholder="Blog"
            maxLength={footerLabelLength.max}
            value={label}
            onChange={(event) => change(at, { label: event.target.value })}
          />
          <Input
            aria-label={`URL of link ${at + 1}`}
            placeholder="https://example.com"
            maxLength={footerUrlLength.max}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            value={url}
            onChange={(event) => change(at, { url: event.target.value })}
            className="max-sm:order-3 max-sm:col-span-2"
          />
          <IconButton
            label={`Remove link ${at + 1}`}
            onClick={() => set(links.filter((_, index) => index !== at))}
          >
            <Trash className="size-4.5" />
          </IconButton>
        </div>
      ))}
      <FieldError id={`${id}-error`}>{form.errors.footerLinks}</FieldError>
      {links.length < maxFooterLinks ? (
        <Button className="justify-self-start" onClick={() => set([...links, { label: '', url: '' }])}>
          <Plus aria-hidden="true" className="size-4" />
          Add link
        </Button>
      ) : null}
      <p id={`${id}-help`} className="text-faint text-meta">
        Shown under “More”. A URL with https://, or a path on this site such as /premium.
      </p>
    </fieldset>
  )
}
