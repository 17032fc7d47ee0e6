import { Code } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  embedAllowed,
  embedCode,
  embedHeight,
  embedSize,
  embedUrl,
  embedWidths,
} from '#contract/values/videos/embed'
import { useSiteOrigin } from '#web/entities/settings/settings-query'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { copyText } from './copy-text'
import type { PanelProps } from './link-panel'

/** Shows the HTML for a page of another site, and a preview of the frame. */
export function EmbedPanel({ video, audience, startAt, moments }: PanelProps) {
  const origin = useSiteOrigin()
  const [typed, setTyped] = useState(String(embedSize.width))
  const field = useRef<HTMLTextAreaElement>(null)
  if (audience === 'members' || audience === 'nobody') {
    return (
      <Alert tone="warning">
        {audience === 'members'
          ? 'Premium videos only play on this site. Share the link instead.'
          : 'Only public and unlisted videos can be embedded.'}
      </Alert>
    )
  }
  const asked = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0
  const fits = asked >= embedWidths.min && asked <= embedWidths.max
  const width = fits ? asked : embedSize.width
  // This page may frame only its own origin.
  const preview = embedUrl({ origin: location.origin, id: video.id, key: video.unlistedKey, startAt })
  const code = embedCode({
    origin,
    id: video.id,
    key: video.unlistedKey,
    startAt,
    title: video.title,
    width,
    height: embedHeight(width),
  })
  return (
    <div className="grid gap-4">
      <iframe
        // Navigating a frame adds a history entry, to which Back would go.
        key={preview}
        src={preview}
        title="Preview of the embedded video"
        allow={embedAllowed}
        loading="lazy"
        className="mx-auto aspect-video w-full max-w-xs rounded-card border border-line bg-bg"
      />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <Field
          label="Width"
          help={`${width} × ${embedHeight(width)} pixels`}
          error={fits ? undefined : `Give ${embedWidths.min} to ${embedWidths.max} pixels.`}
        >
          <Input
            className="max-w-28 tabular-nums"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <div className="sm:pt-7.5">{moments}</div>
      </div>
      <Field label="Code" help="Viewers must confirm their age before the video plays.">
        <Textarea
          ref={field}
          readOnly
          rows={4}
          className="font-mono text-meta"
          value={code}
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <div>
        <Button variant="primary" onClick={() => void copyText(field.current, 'Code copied')}>
          <Code aria-hidden="true" className="size-4" />
          Copy code
        </Button>
      </div>
    </div>
  )
}
