import clsx from 'clsx'
import { ExternalLink, Flag } from 'lucide-react'
import type { EmbeddedVideo } from '#contract/schemas/videos/embed'
import { useWatchedParts } from '../features/visit/watch/stage/record/use-watched-parts'
import { paths } from '../lib/navigation/paths'
import { useSurface } from '../player/ui/player-surface'
import { IconButton } from '../ui/icon-button'
import { OutLink } from './out-link'

export interface TitleBarProps {
  video: EmbeddedVideo
  linkKey: string | undefined
  siteName: string
  onReport: () => void
}

/** Shows the video's title and the site's name over the picture, for as long as the controls are shown. */
export function TitleBar({ video, linkKey, siteName, onReport }: TitleBarProps) {
  const { id, title } = video
  useWatchedParts(video, linkKey, 'omit')
  const { shown } = useSurface()
  return (
    <div
      className={clsx(
        'absolute inset-x-0 top-0 flex items-start gap-3 bg-linear-to-b from-black/75 to-transparent px-3 pt-1.5 pb-6 transition-opacity sm:px-4',
        'focus-within:opacity-100',
        shown ? 'opacity-100' : 'pointer-events-none opacity-0',
      )}
    >
      <OutLink
        to={paths.video(id, linkKey)}
        look="plain"
        className="flex h-10 min-w-0 items-center gap-2 rounded-badge font-medium hover:underline"
      >
        <span className="truncate">{title}</span>
        <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
        <span className="sr-only">on {siteName}, in a new window</span>
      </OutLink>
      <IconButton label="Report" className="ml-auto" onClick={onReport}>
        <Flag className="size-4.5" />
      </IconButton>
    </div>
  )
}
