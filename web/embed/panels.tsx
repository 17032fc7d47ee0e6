import { paths } from '../lib/navigation/paths'
import { FramePanel } from './frame-panel'
import { OutLink } from './out-link'

interface PanelProps {
  siteName: string
}

/** Shows that the video is for members, and nothing of it: not even its poster. */
export function LockedPanel({
  siteName,
  id,
  linkKey,
}: PanelProps & { id: number; linkKey: string | undefined }) {
  return (
    <FramePanel
      siteName={siteName}
      title="Premium Content"
      text={`This video is for members. Watch it on ${siteName}.`}
    >
      <OutLink to={paths.video(id, linkKey)} look="gold" className="mt-1">
        Open on {siteName}
      </OutLink>
    </FramePanel>
  )
}

/** `linkless`: the frame may open no window. */
export function MissingPanel({ siteName, linkless = false }: PanelProps & { linkless?: boolean }) {
  return (
    <FramePanel
      siteName={siteName}
      title="Video not found"
      text="The video you're looking for doesn't exist or has been removed."
    >
      {linkless ? null : <OutLink to={paths.home}>Go to {siteName}</OutLink>}
    </FramePanel>
  )
}

export function ClosedPanel({ siteName }: PanelProps) {
  return (
    <FramePanel
      siteName={siteName}
      title="Down for maintenance"
      text="We'll be back soon. Please try again later."
    />
  )
}
