import type { AdminTag } from '#contract/schemas/videos/tags'
import { formatShortDate } from '#web/lib/format'
import { formatCount } from '#web/lib/format-count'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { TextLink } from '#web/ui/text/link.tsx'

/** An administrator's actions on a tag. */
export type TagAct = 'block' | 'unblock' | 'merge' | 'unmerge'

export function tagColumns(onAct: (tag: AdminTag, act: TagAct) => void): Column<AdminTag>[] {
  return [
    {
      title: 'Tag',
      isWide: true,
      cell: ({ slug, name, videoCount, blockedAt, mergedInto }) =>
        videoCount > 0 && !blockedAt && !mergedInto ? (
          <TextLink
            to={paths.tag(slug)}
            className="wrap-anywhere inline-flex min-h-10 items-center font-medium"
          >
            {name}
          </TextLink>
        ) : (
          <span className="wrap-anywhere font-medium">{name}</span>
        ),
    },
    { title: 'Public videos', align: 'right', cell: ({ videoCount }) => formatCount(videoCount) },
    { title: 'Status', cell: (tag) => <Status tag={tag} /> },
    {
      title: 'Actions',
      action: true,
      cell: (tag) => (
        <span className="inline-flex">
          {actsOn(tag).map(([act, label]) => (
            <Button
              key={act}
              variant="ghost"
              className="px-4"
              aria-label={`${label} ${tag.name}`}
              onClick={() => onAct(tag, act)}
            >
              {label}
            </Button>
          ))}
        </span>
      ),
    },
  ]
}

function Status({ tag: { blockedAt, mergedInto, videoCount } }: { tag: AdminTag }) {
  if (mergedInto)
    return (
      <span className="wrap-anywhere text-dim">
        <Badge>MERGED</Badge> into {mergedInto.name}
      </span>
    )
  if (blockedAt === null) return <span className="text-dim">{videoCount > 0 ? 'In use' : 'Unused'}</span>
  return (
    <span className="text-dim">
      <Badge tone="danger">BLOCKED</Badge> <time dateTime={blockedAt}>{formatShortDate(blockedAt)}</time>
    </span>
  )
}

function actsOn({ blockedAt, mergedInto }: AdminTag): [act: TagAct, label: string][] {
  if (mergedInto) return [['unmerge', 'Undo merge']]
  if (blockedAt) return [['unblock', 'Unblock']]
  return [
    ['merge', 'Merge'],
    ['block', 'Block'],
  ]
}
