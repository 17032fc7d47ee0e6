import { ChartLine, EllipsisVertical, Eye, EyeOff, Link2, Pencil, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useSiteOrigin } from '../../../entities/settings/settings-query'
import { meantPublic } from '../../../entities/video/video-state'
import { paths } from '../../../lib/paths'
import { copy } from '../../../ui/copy-button'
import { IconButton } from '../../../ui/icon-button'
import { Menu } from '../../../ui/menu'
import type { OwnVideoCardProps } from './own-video-card'

type OwnVideoActionsProps = Pick<OwnVideoCardProps, 'video' | 'onToggle' | 'onDelete'>

/** Renders edit, hide or show, statistics, and delete: on the poster for mouse and keyboard, in a menu for touch. */
export function OwnVideoActions({ video, onToggle, onDelete }: OwnVideoActionsProps) {
  const navigate = useNavigate()
  const edit = () => void navigate(paths.editVideo(video.id))
  const seeStatistics = () => void navigate(paths.videoStatistics(video.id))
  const address = useSiteOrigin() + paths.video(video.id, video.unlistedKey)
  const copyLink = () => void copy(address, 'Link copied')
  const { title } = video
  const actions = [
    { value: 'edit', label: 'Edit', name: `Edit ${title}`, icon: <Pencil />, run: edit },
    meantPublic(video)
      ? { value: 'toggle', label: 'Hide', name: `Hide ${title}`, icon: <EyeOff />, run: onToggle }
      : { value: 'toggle', label: 'Show', name: `Show ${title}`, icon: <Eye />, run: onToggle },
    {
      value: 'statistics',
      label: 'Statistics',
      name: `Statistics of ${title}`,
      icon: <ChartLine />,
      run: seeStatistics,
    },
    ...(video.unlistedKey
      ? [{ value: 'link', label: 'Copy link', name: `Copy link of ${title}`, icon: <Link2 />, run: copyLink }]
      : []),
    {
      value: 'delete',
      label: 'Delete',
      name: `Delete ${title}`,
      icon: <Trash2 />,
      run: onDelete,
      destructive: true,
    },
  ]
  return (
    <>
      <div className="absolute inset-x-0 top-0 grid aspect-video place-items-center opacity-0 transition-opacity pointer-events-none group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden">
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
      <div className="absolute right-0 bottom-0 hidden pointer-coarse:block">
        <Menu
          trigger={
            <IconButton label={`Actions for ${title}`}>
              <EllipsisVertical className="size-5" />
            </IconButton>
          }
          items={actions}
          onSelect={(value) => actions.find((action) => action.value === value)?.run()}
        />
      </div>
    </>
  )
}
