import { useQuery } from '@tanstack/react-query'
import { Crown, EllipsisVertical, Eye, EyeOff, Globe, Pencil, ShieldX, Trash } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import { bulkSize } from '#contract/values/moderation/content'
import { formatBytes } from '#contract/values/shared/bytes'
import { formatDuration } from '#contract/values/shared/duration'
import { RemovedWith } from '#web/entities/case/removed-with.tsx'
import { Poster } from '#web/entities/video/card/poster.tsx'
import { categoriesQuery } from '#web/entities/video/category-queries'
import { SelectBox } from '#web/entities/video/manage/select-box.tsx'
import type { Selection } from '#web/entities/video/manage/use-selection'
import { PublishTime } from '#web/entities/video/state/publish-time.tsx'
import { meantPublic } from '#web/entities/video/state/video-state'
import { formatShortDate, formatViews } from '#web/lib/format'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import type { ContentActs } from './content-acts'
import { ContentBadges, OpenReports } from './content-badges'

/** Returns the columns of the table of all content. */
export function useContentColumns(selection: Selection<AdminVideo>, acts: ContentActs): Column<AdminVideo>[] {
  const { data: categories } = useQuery(categoriesQuery)
  const nameOf = (id: number) => categories?.find((category) => category.id === id)?.name ?? null
  return [
    {
      title: 'Selected',
      isUntitled: true,
      isFixed: true,
      cell: (video) => <SelectBox video={video} selection={selection} atMost={bulkSize} />,
    },
    {
      title: 'Title',
      sort: 'title',
      isFixed: true,
      isWide: true,
      cell: (video) => <Title video={video} />,
    },
    {
      title: 'Uploader',
      cell: ({ uploader: { username } }) => (
        <TextLink
          to={adminTab('content', { owner: username })}
          aria-label={`Videos of ${username}`}
          className="wrap-anywhere inline-flex min-h-10 min-w-16 items-center text-dim"
        >
          {username}
        </TextLink>
      ),
    },
    {
      title: 'State',
      cell: (video) => (
        <div className="flex flex-wrap gap-1.5">
          <ContentBadges video={video} />
          <OpenReports video={video} />
        </div>
      ),
    },
    {
      title: 'Audience',
      cell: ({ isPremium }) => (
        <Badge tone={isPremium ? 'gold' : 'neutral'}>{isPremium ? 'Premium' : 'Free'}</Badge>
      ),
    },
    { title: 'Category', isExtra: true, cell: ({ categoryId }) => nameOf(categoryId) },
    { title: 'Views', align: 'right', sort: 'views', cell: ({ views }) => formatViews(views) },
    { title: 'Likes', align: 'right', isExtra: true, cell: ({ likes }) => formatViews(likes) },
    {
      title: 'Length',
      align: 'right',
      sort: 'length',
      cell: ({ duration }) => (duration === null ? null : formatDuration(duration)),
    },
    {
      title: 'Size',
      align: 'right',
      isExtra: true,
      cell: ({ bytes }) =>
        bytes === null ? null : <span className="whitespace-nowrap">{formatBytes(bytes)}</span>,
    },
    {
      title: 'Date',
      sort: 'date',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
          {formatShortDate(createdAt)}
        </time>
      ),
    },
    {
      title: 'Actions',
      action: true,
      isUntitled: true,
      isFixed: true,
      cell: (video) => <Actions video={video} acts={acts} />,
    },
  ]
}

function Title({ video }: { video: AdminVideo }) {
  const { id, title, reason, hold } = video
  return (
    <div className="flex min-w-40 items-start gap-2.5">
      <Poster of={video} sizes="64px" className="w-16 shrink-0 rounded-nav" />
      <div className="min-w-0">
        <p className="wrap-anywhere line-clamp-2 font-medium leading-5.25">
          <Link to={paths.video(id)} className="hover:underline">
            {title}
          </Link>
        </p>
        <PublishTime video={video} />
        {reason ? <p className="wrap-anywhere mt-1 text-danger text-meta">{reason}</p> : null}
        {hold === 'removed' ? <RemovedWith videoId={id} title={title} /> : null}
      </div>
    </div>
  )
}

function Actions({ video, acts }: { video: AdminVideo; acts: ContentActs }) {
  const navigate = useNavigate()
  const { id, title, isPremium, hold } = video
  const isPublic = meantPublic(video)
  const actions = [
    { value: 'view', label: 'View', icon: <Eye />, run: () => void navigate(paths.video(id)) },
    ...(hold === null
      ? [{ value: 'correct', label: 'Correct', icon: <Pencil />, run: () => acts.onAsk(video, 'correct') }]
      : []),
    {
      value: 'premium',
      label: isPremium ? 'Make free' : 'Make premium',
      icon: <Crown />,
      run: () => acts.onSwitch(video, { isPremium: !isPremium }),
    },
    {
      value: 'public',
      label: isPublic ? 'Make private' : 'Make public',
      icon: isPublic ? <EyeOff /> : <Globe />,
      run: () => acts.onSwitch(video, { isPublic: !isPublic }),
    },
    ...(hold === 'removed'
      ? []
      : [
          {
            value: 'remove',
            label: 'Remove',
            icon: <ShieldX />,
            destructive: true,
            run: () => acts.onAsk(video, 'remove'),
          },
        ]),
    {
      value: 'delete',
      label: 'Delete',
      icon: <Trash />,
      destructive: true,
      run: () => acts.onAsk(video, 'delete'),
    },
  ]
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${title}`}>
          <EllipsisVertical className="size-5" />
        </IconButton>
      }
      items={actions}
      onSelect={(value) => actions.find((each) => each.value === value)?.run()}
    />
  )
}
