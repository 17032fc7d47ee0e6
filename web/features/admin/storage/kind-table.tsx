import { useId } from 'react'
import type { StorageStats } from '#contract/schemas/site/storage'
import { formatBytes } from '#contract/values/shared/bytes'
import { formatCount } from '#web/lib/format-count'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'

type Kind = StorageStats['kinds'][number]

const kindNames: Record<string, string> = {
  source: 'Source videos',
  rendition: 'Renditions',
  preview: 'Previews',
  trailer: 'Trailers',
  poster: 'Posters',
  blurred: 'Blurred posters',
  storyboard: 'Storyboards',
  caption: 'Captions',
  avatar: 'Profile pictures',
}

export interface KindTableProps {
  kinds: readonly Kind[]
  totalBytes: number
}

/** Shows bytes by kind, as a table with a bar beside each number. */
export function KindTable({ kinds, totalBytes }: KindTableProps) {
  const id = useId()
  const columns: Column<Kind>[] = [
    { title: 'Kind', cell: ({ kind }) => kindNames[kind] ?? kind },
    {
      title: 'Share',
      cell: ({ bytes }) => <ShareBar share={totalBytes > 0 ? bytes / totalBytes : 0} />,
    },
    { title: 'Files', align: 'right', cell: ({ objects }) => formatCount(objects) },
    { title: 'Size', align: 'right', cell: ({ bytes }) => formatBytes(bytes) },
  ]
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="font-bold text-section">
        By kind
      </h2>
      <DataTable
        label="Storage by kind"
        columns={columns}
        rows={[...kinds].sort((one, other) => other.bytes - one.bytes)}
        rowKey={({ kind }) => kind}
      />
    </section>
  )
}

function ShareBar({ share }: { share: number }) {
  return (
    <span className="flex items-center gap-3">
      <svg
        aria-hidden="true"
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className="h-2 w-24 shrink-0 rounded-full bg-surface-2 lg:w-60"
      >
        <rect width={share * 100} height={1} className="fill-accent" />
      </svg>
      <span className="text-dim tabular-nums">{Math.round(share * 100)}%</span>
    </span>
  )
}
