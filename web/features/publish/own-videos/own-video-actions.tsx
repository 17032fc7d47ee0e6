import { ChartLine, EllipsisVertical, Eye, EyeOff, Link2, Pencil, RotateCcw, Trash } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { useSiteOrigin } from '#web/entities/settings/settings-query'
import { meantPublic } from '#web/entities/video/state/video-state'
import { paths } from '#web/lib/navigation/paths'
import { copy } from '#web/ui/copy-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'

/** The actions on a video of the list. */
export interface OwnVideoActs {
  onToggle: (video: Video) => void
  onDelete: (video: Video) => void
  /** Resubmits a rejected video. */
  onResubmit: (video: Video) => void
  /** A resubmission is running, for this video or another one. */
  resubmitting: boolean
  onRestore: (video: Video) => void
  onDeleteForGood: (video: Video) => void
}

export interface OwnVideoActionsProps {
  video: Video
  acts: OwnVideoActs
}

function useActions({ video, acts }: OwnVideoActionsProps) {
  const navigate = useNavigate()
  const address = useSiteOrigin() + paths.video(video.id, video.unlistedKey)
  const { title } = video
  const action = (value: string, label: string, name: string, icon: React.ReactNode, run: () => void) => ({
    value,
    label,
    name,
    icon,
    run,
  })
  if (video.hold === 'trash') {
    return [
      action('restore', 'Restore', `Restore ${title}`, <RotateCcw />, () => acts.onRestore(video)),
      {
        ...action('delete', 'Delete for good', `Delete ${title} for good`, <Trash />, () =>
          acts.onDeleteForGood(video),
        ),
        destructive: true,
      },
    ]
  }
  const toggle = () => acts.onToggle(video)
  return [
    action('edit', 'Edit', `Edit ${title}`, <Pencil />, () => void navigate(paths.editVideo(video.id))),
    meantPublic(video)
      ? action('toggle', 'Hide', `Hide ${title}`, <EyeOff />, toggle)
      : action('toggle', 'Show', `Show ${title}`, <Eye />, toggle),
    action(
      'statistics',
      'Statistics',
      `Statistics of ${title}`,
      <ChartLine />,
      () => void navigate(paths.videoStatistics(video.id)),
    ),
    ...(video.unlistedKey
      ? [
          action(
            'link',
            'Copy link',
            `Copy link of ${title}`,
            <Link2 />,
            () => void copy(address, 'Link copied'),
          ),
        ]
      : []),
    {
      ...action('delete', 'Delete', `Delete ${title}`, <Trash />, () => acts.onDelete(video)),
      destructive: true,
    },
  ]
}

/** Renders a video's actions on its poster for mouse and keyboard, in a menu for touch and where posters are small. */
export function OwnVideoActions(props: OwnVideoActionsProps) {
  const actions = useActions(props)
  return (
    <>
      <div className="absolute inset-x-0 top-0 grid aspect-video place-items-center opacity-0 transition-opacity pointer-events-none group-focus-within:opacity-100 group-hover:opacity-100 max-sm:hidden pointer-coarse:hidden">
        <div className="pointer-events-auto flex gap-2">
          {actions.map(({ value, name, icon, run }) => (
            <IconButton
              key={value}
              label={name}
              onClick={run}
              className="bg-black/75 text-white [&_svg]:size-4.5"
            >
              {icon}
            </IconButton>
          ))}
        </div>
      </div>
      <div className="absolute right-0 bottom-0 hidden max-sm:block pointer-coarse:block">
        <OwnVideoMenu {...props} />
      </div>
    </>
  )
}

/** Renders a video's actions in a menu. */
export function OwnVideoMenu(props: OwnVideoActionsProps) {
  const actions = useActions(props)
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${props.video.title}`}>
          <EllipsisVertical className="size-5" />
        </IconButton>
      }
      items={actions}
      onSelect={(value) => actions.find((each) => each.value === value)?.run()}
    />
  )
}
