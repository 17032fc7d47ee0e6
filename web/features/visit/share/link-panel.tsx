import { Link2, QrCode as QrIcon, Share } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { useSiteOrigin } from '#web/entities/settings/settings-query'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import type { Audience } from './audience'
import { copyText } from './copy-text'

export interface PanelProps {
  video: Video
  audience: Audience
  /** Second to start at. */
  startAt: number
  /** The fields that choose it. */
  moments: ReactNode
}

export function LinkPanel({ video, audience, startAt, moments }: PanelProps) {
  const [coded, setCoded] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const path =
    startAt > 0
      ? paths.videoAt(video.id, startAt, video.unlistedKey)
      : paths.video(video.id, video.unlistedKey)
  const address = useSiteOrigin() + path
  return (
    <div className="grid gap-4">
      <AudienceNote audience={audience} />
      <Field label="Link to this video">
        <Input ref={field} readOnly value={address} onFocus={(event) => event.target.select()} />
      </Field>
      {moments}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => void copyText(field.current, 'Link copied')}>
          <Link2 aria-hidden="true" className="size-4" />
          Copy link
        </Button>
        {'share' in navigator ? (
          <Button onClick={() => void shareByApp(video.title, address)}>
            <Share aria-hidden="true" className="size-4" />
            Share via app
          </Button>
        ) : null}
        <Button aria-expanded={coded} onClick={() => setCoded(!coded)}>
          <QrIcon aria-hidden="true" className="size-4" />
          {coded ? 'Hide QR code' : 'QR code'}
        </Button>
      </div>
      {coded ? <QrCode text={address} label={`QR code of ${address}`} /> : null}
    </div>
  )
}

const notes: Record<Exclude<Audience, 'everyone'>, string> = {
  link: "This video is unlisted: everyone who has this link can watch it. Don't post it where you don't want it found.",
  members: 'Only premium members can watch it. Others see it locked.',
  nobody: "While the video isn't public, only you and administrators can open this link.",
}

function AudienceNote({ audience }: Pick<PanelProps, 'audience'>) {
  if (audience === 'everyone') return null
  return <Alert tone="warning">{notes[audience]}</Alert>
}

async function shareByApp(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // Closed without a choice.
    if (error instanceof DOMException && error.name === 'AbortError') return
    errorToast("Couldn't share", 'Copy the link instead.')
  }
}
