import { useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { formatDuration } from '#contract/values/shared/duration'
import { parseSeconds } from '#web/lib/time/time-text'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { audienceOf } from './audience'
import { EmbedPanel } from './embed-panel'
import { LinkPanel } from './link-panel'
import { MomentFields } from './moment-fields'

export interface ShareDialogProps {
  video: Video
  /** The player's current second. */
  second: number
  onClose: () => void
}

const tabs = [
  { value: 'link', label: 'Link' },
  { value: 'embed', label: 'Embed' },
] as const

export function ShareDialog({ video, second, onClose }: ShareDialogProps) {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('link')
  const [moment, setMoment] = useState({ on: false, text: formatDuration(second) })
  const audience = audienceOf(video)
  const at = parseSeconds(moment.text)
  const isWithin = at !== null && (video.duration === null || at < video.duration)
  const startAt = moment.on && isWithin ? Math.floor(at) : 0
  const fault = moment.on && !isWithin ? 'Enter a time within the video, e.g. 1:23.' : undefined
  const moments = <MomentFields value={moment} fault={fault} onChange={setMoment} />

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Share"
      description={video.title}
      width="sm:max-w-xl"
    >
      <Tabs label="Ways to share" tabs={tabs} value={tab} onChange={setTab}>
        {tab === 'link' ? (
          <LinkPanel video={video} audience={audience} startAt={startAt} moments={moments} />
        ) : (
          <EmbedPanel video={video} audience={audience} startAt={startAt} moments={moments} />
        )}
      </Tabs>
    </Dialog>
  )
}
