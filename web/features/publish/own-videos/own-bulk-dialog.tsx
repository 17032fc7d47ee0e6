import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { categoriesQuery } from '#web/entities/video/category-queries'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ScrollList } from '#web/ui/list/scroll-list.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import type { AskedOwn } from './own-bulk-dock'
import { allKeptForDays, countVideos, keptForDays } from './own-bulk-words'

export interface OwnBulkDialogProps {
  asked: AskedOwn
  busy: boolean
  onConfirm: (categoryId?: number) => void
  onClose: () => void
}

/** Asks before videos are deleted, or for the category that they move to. */
export function OwnBulkDialog({ asked: { action, videos }, busy, onConfirm, onClose }: OwnBulkDialogProps) {
  const { data: categories } = useQuery(categoriesQuery)
  const [categoryId, setCategoryId] = useState<number | null>(null)
  const chosen = categoryId ?? categories?.[0]?.id
  const count = countVideos(videos.length)
  const [it, their] = videos.length === 1 ? ['it', 'Its'] : ['them', 'Their']
  const dialog = { busy, onClose }
  switch (action) {
    case 'category':
      return (
        <ConfirmDialog
          {...dialog}
          title={`Change the category of ${count}`}
          description={
            videos.length === 1
              ? 'It keeps its URL, views and likes.'
              : 'They keep their URLs, views and likes.'
          }
          act={['Move', 'Moving...']}
          onConfirm={() => onConfirm(chosen)}
        >
          <Field label="Category">
            <Select value={chosen ?? ''} onChange={({ target }) => setCategoryId(Number(target.value))}>
              {categories?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </ConfirmDialog>
      )
    case 'delete':
      return (
        <ConfirmDialog
          {...dialog}
          title={`Delete ${count}?`}
          description={videos.length === 1 ? keptForDays : allKeptForDays}
          act={['Delete', 'Deleting...']}
          destructive
          onConfirm={() => onConfirm()}
        >
          <Titles videos={videos} />
        </ConfirmDialog>
      )
    case 'delete-for-good':
      return (
        <ConfirmDialog
          {...dialog}
          title={`Delete ${count} for good?`}
          description={`${their} files, views and likes are deleted now. No one can restore ${it} after that.`}
          act={['Delete for good', 'Deleting...']}
          destructive
          onConfirm={() => onConfirm()}
        >
          <Titles videos={videos} />
        </ConfirmDialog>
      )
  }
}

function Titles({ videos }: { videos: readonly Video[] }): ReactNode {
  return (
    <ScrollList>
      {videos.map(({ id, title }) => (
        <li key={id} className="wrap-anywhere font-medium">
          {title}
        </li>
      ))}
    </ScrollList>
  )
}
