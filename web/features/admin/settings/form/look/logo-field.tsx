import { useId, useRef } from 'react'
import { formatBytes } from '#contract/values/shared/bytes'
import { logoSize, logoTypes, maxLogoBytes, type SiteLogo } from '#contract/values/shared/look'
import { Button } from '#web/ui/button.tsx'
import { failureToast } from '#web/ui/feedback/toast'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { useSetLogo, useUpdateSettings } from '../../mutations'

/** Shows the logo as it appears in the header. A chosen picture is stored at once. */
export function LogoField({ logo, name }: { logo: SiteLogo | null; name: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const set = useSetLogo()
  const remove = useUpdateSettings()

  function choose(file: File | undefined) {
    if (!file) return
    if (file.size > maxLogoBytes) {
      const most = formatBytes(maxLogoBytes)
      failureToast({ title: 'Logo too large', description: `A logo can be up to ${most} large.` })
      return
    }
    set.mutate(file)
  }

  return (
    <fieldset aria-describedby={`${id}-help`} className="grid gap-2">
      <legend className="mb-1.5 font-medium">Logo</legend>
      <div className="flex min-h-16 flex-wrap items-center gap-4 rounded-card border border-line bg-bg px-4 py-3">
        <Wordmark name={name} logo={logo} />
        <div className="ml-auto flex flex-wrap gap-2">
          {logo ? (
            <Button busy={remove.isPending} onClick={() => remove.mutate({ logo: null })}>
              Remove logo
            </Button>
          ) : null}
          <Button busy={set.isPending} onClick={() => input.current?.click()}>
            {logo ? 'Replace logo' : 'Choose logo'}
          </Button>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={logoTypes.join(',')}
        hidden
        aria-label="Logo file"
        onChange={(event) => {
          choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <p id={`${id}-help`} className="text-faint text-meta">
        PNG, JPEG or WebP up to {formatBytes(maxLogoBytes)}, {logoSize.min} to {logoSize.max} pixels wide and
        high, at most {logoSize.maxRatio} times as wide as high. It replaces mark and name. Saved as soon as
        you choose it.
      </p>
    </fieldset>
  )
}
