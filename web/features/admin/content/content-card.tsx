import { EllipsisVertical, Eye, Heart, Pencil, ShieldX, Trash } from 'lucide-react'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import { bulkSize } from '#contract/values/moderation/content'
import { RemovedWith } from '#web/entities/case/removed-with.tsx'
import { DurationBadge } from '#web/entities/video/card/duration-badge.tsx'
import { Poster } from '#web/entities/video/card/poster.tsx'
import { SelectBox } from '#web/entities/video/manage/select-box.tsx'
import type { Selection } from '#web/entities/video/manage/use-selection'
import { PublishTime } from '#web/entities/video/state/publish-time.tsx'
import { meantPublic } from '#web/entities/video/state/video-state'
import { formatShortDate, formatViews } from '#web/lib/format'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import type { ContentActs } from './content-acts'
import { ContentBadges, OpenReports } from './content-badges'

export interface ContentCardProps {
  video: AdminVideo
  selection: Selection<AdminVideo>
  acts: ContentActs
}

/** Shows a video on a phone. */
export function ContentCard({ video, selection, acts }: ContentCardProps) {
  const { id, title, isPremium, hold, uploader } = video
  const isPublic = meantPublic(video)
  return (
    <article className="flex h-full flex-col rounded-card border border-line bg-surface-1 p-3 has-[[data-select]:checked]:border-accent">
      <div className="relative overflow-hidden rounded-nav">
        <Poster of={video} sizes="100vw" />
        <div className="absolute top-2 left-2 flex max-w-[calc(100%-1rem)] flex-wrap gap-1.5">
          {isPremium ? <Badge tone="gold">PREMIUM</Badge> : null}
          <ContentBadges video={video} isCard />
        </div>
        <DurationBadge seconds={video.duration} />
      </div>
      <div className="mt-1 flex items-start gap-1">
        <h3 className="wrap-anywhere mt-2.5 line-clamp-2 min-w-0 flex-1 font-medium leading-5.25">{title}</h3>
        <SelectBox video={video} selection={selection} atMost={bulkSize} />
      </div>
      <p className="mt-0.5 text-faint text-meta">
        <TextLink
          to={adminTab('content', { owner: uploader.username })}
          aria-label={`Videos of ${uploader.username}`}
          className="text-dim"
        >
          {uploader.username}
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
            onChange={() => acts.onSwitch(video, { isPremium: !isPremium })}
          />
          <Switch
            label="Public"
            aria-label={`Public: ${title}`}
            checked={isPublic}
            onChange={() => acts.onSwitch(video, { isPublic: !isPublic })}
          />
        </div>
        <div className="flex gap-2">
          <ButtonLink to={paths.video(id)} aria-label={`View ${title}`} className="flex-1 px-3">
            <Eye aria-hidden="true" className="size-4" />
            View
          </ButtonLink>
          <Button
            variant="ghost"
            className="px-3"
            aria-label={`Delete ${title}`}
            onClick={() => acts.onAsk(video, 'delete')}
          >
            <Trash aria-hidden="true" className="size-4" />
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
              onSelect={(value) => acts.onAsk(video, value === 'correct' ? 'correct' : 'remove')}
            />
          )}
        </div>
      </div>
    </article>
  )
}

function Numbers({ video }: { video: AdminVideo }) {
  const { views, likes } = video
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 text-faint text-meta tabular-nums">
      <li className="flex items-center gap-1.5">
        <Eye aria-hidden="true" className="size-4" />
        {formatViews(views)} {views === 1 ? 'view' : 'views'}
      </li>
      <li className="flex items-center gap-1.5">
        <Heart aria-hidden="true" className="size-4" />
        {formatViews(likes)} {likes === 1 ? 'like' : 'likes'}
      </li>
      {video.openReports > 0 ? (
        <li>
          <OpenReports video={video} />
        </li>
      ) : null}
    </ul>
  )
}
