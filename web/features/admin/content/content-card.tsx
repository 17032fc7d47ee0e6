import { EllipsisVertical, Eye, Flag, Pencil, ShieldX, ThumbsUp, Trash2 } from 'lucide-react'
import type { AdminVideo } from '../../../../contract/schemas/moderation/content'
import { bulkSize } from '../../../../contract/values/moderation/content'
import { holdNames } from '../../../../contract/values/moderation/safety'
import { RemovedWith } from '../../../entities/case/removed-with'
import { DurationBadge } from '../../../entities/video/duration-badge'
import { Poster } from '../../../entities/video/poster'
import { PublishTime } from '../../../entities/video/publish-time'
import { StateBadge } from '../../../entities/video/state-badge'
import {
  meantPublic,
  shownAs,
  shownNames,
  stateOf,
  type VideoState,
} from '../../../entities/video/video-state'
import { formatShortDate, formatViews } from '../../../lib/format'
import { paths } from '../../../lib/paths'
import { Badge } from '../../../ui/badge'
import { Button, ButtonLink } from '../../../ui/button'
import { Checkbox } from '../../../ui/form/checkbox'
import { Switch } from '../../../ui/form/switch'
import { IconButton } from '../../../ui/icon-button'
import { Menu } from '../../../ui/menu'
import { TextLink } from '../../../ui/text-link'

export interface ContentCardProps {
  video: AdminVideo
  /** Address of the list with this uploader's videos. */
  ownerPath: string
  selected: boolean
  /** The selection is full. */
  full: boolean
  onSelect: (selected: boolean) => void
  onSwitch: (change: Partial<Pick<AdminVideo, 'isPremium' | 'isPublic'>>) => void
  onDelete: () => void
  /** Takes the video down for a violation. */
  onRemove: () => void
  /** Opens the dialog that changes its texts, picture and captions. */
  onCorrect: () => void
}

export function ContentCard(props: ContentCardProps) {
  const { video, ownerPath, selected, full, onSelect, onSwitch, onDelete, onRemove, onCorrect } = props
  const { id, title, isPremium, hold } = video
  const isPublic = meantPublic(video)
  return (
    <article className="flex h-full flex-col rounded-card border border-line bg-surface-1 p-3 has-[[data-select]:checked]:border-accent">
      <div className="relative overflow-hidden rounded-nav">
        <Poster src={video.thumbnailUrl} />
        <Badges video={video} />
        <DurationBadge seconds={video.duration} />
      </div>
      <div className="mt-1 flex items-start gap-1">
        <h3 className="wrap-anywhere mt-2.5 line-clamp-2 min-w-0 flex-1 font-medium leading-[21px]">
          {title}
        </h3>
        <Checkbox
          data-select
          label={<span className="sr-only">Select {title}</span>}
          className="-mr-1 pl-2"
          checked={selected}
          disabled={full && !selected}
          title={full && !selected ? `${bulkSize} are selected, the maximum.` : undefined}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </div>
      <p className="mt-0.5 text-faint text-meta">
        <TextLink to={ownerPath} aria-label={`Videos of ${video.uploader.username}`} className="text-dim">
          {video.uploader.username}
        </TextLink>{' '}
        · <time dateTime={video.createdAt}>{formatShortDate(video.createdAt)}</time>
      </p>
      <Numbers video={video} />
      <PublishTime video={video} />
      {video.reason ? <p className="wrap-anywhere mt-1 text-danger text-meta">{video.reason}</p> : null}
      {hold === 'removed' ? <RemovedWith videoId={id} title={title} /> : null}
      <div className="mt-auto grid gap-3 pt-3">
        <div className="grid gap-2.5 border-line border-t pt-3">
          <Switch
            label="Premium"
            aria-label={`Premium: ${title}`}
            checked={isPremium}
            onChange={() => onSwitch({ isPremium: !isPremium })}
          />
          <Switch
            label="Public"
            aria-label={`Public: ${title}`}
            checked={isPublic}
            onChange={() => onSwitch({ isPublic: !isPublic })}
          />
        </div>
        <div className="flex gap-2">
          <ButtonLink to={paths.video(id)} aria-label={`View ${title}`} className="flex-1 px-3">
            <Eye aria-hidden="true" className="size-4" />
            View
          </ButtonLink>
          <Button variant="ghost" className="px-3" aria-label={`Delete ${title}`} onClick={onDelete}>
            <Trash2 aria-hidden="true" className="size-4" />
            Delete
          </Button>
          {hold === 'removed' ? null : (
            <Menu
              trigger={
                <IconButton label={`More for ${title}`} className="-mr-2">
                  <EllipsisVertical className="size-5" />
                </IconButton>
              }
              items={[
                ...(hold === null ? [{ value: 'correct', label: 'Correct', icon: <Pencil /> }] : []),
                { value: 'remove', label: 'Remove', icon: <ShieldX />, destructive: true },
              ]}
              onSelect={(value) => (value === 'correct' ? onCorrect() : onRemove())}
            />
          )}
        </div>
      </div>
    </article>
  )
}

const stateNames: Record<VideoState, string> = {
  held: 'On hold',
  failed: 'Failed',
  rejected: 'Rejected',
  processing: 'Processing',
  pending: 'Pending',
}

function Badges({ video }: { video: AdminVideo }) {
  const { hold } = video
  const state = stateOf(video)
  const shown = shownAs(video)
  return (
    <div className="absolute top-2 left-2 flex max-w-[calc(100%-1rem)] flex-wrap gap-1.5">
      {video.isPremium ? <Badge tone="gold">PREMIUM</Badge> : null}
      {shown === 'public' ? null : <Badge tone="dark">{shownNames[shown].toUpperCase()}</Badge>}
      {state ? (
        <StateBadge state={state}>{(hold ? holdNames[hold] : stateNames[state]).toUpperCase()}</StateBadge>
      ) : null}
    </div>
  )
}

function Numbers({ video: { views, likes, openReports } }: { video: AdminVideo }) {
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 text-faint text-meta tabular-nums">
      <li className="flex items-center gap-1.5">
        <Eye aria-hidden="true" className="size-4" />
        {formatViews(views)} {views === 1 ? 'view' : 'views'}
      </li>
      <li className="flex items-center gap-1.5">
        <ThumbsUp aria-hidden="true" className="size-4" />
        {formatViews(likes)} {likes === 1 ? 'like' : 'likes'}
      </li>
      {openReports > 0 ? (
        <li className="flex items-center gap-1.5 text-danger">
          <Flag aria-hidden="true" className="size-4" />
          {openReports} open {openReports === 1 ? 'report' : 'reports'}
        </li>
      ) : null}
    </ul>
  )
}
