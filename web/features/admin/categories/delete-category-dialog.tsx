import type { Category } from '#contract/schemas/videos/categories'
import { paths } from '#web/lib/navigation/paths'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useDeleteCategory } from './mutations'

export function DeleteCategoryDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const { name, slug, videoCount } = category
  const { mutate, isPending } = useDeleteCategory()
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      description="This action cannot be undone."
      act={['Delete', 'Deleting...']}
      destructive
      busy={isPending}
      onConfirm={() => mutate(category, { onSuccess: onClose, onError: onClose })}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-dim marker:text-faint">
        <li>{videosMove(videoCount)}</li>
        <li>Links to {paths.category(slug)} will show all categories.</li>
      </ul>
    </ConfirmDialog>
  )
}

/** The number counts public videos only; hidden ones move as well. */
function videosMove(count: number): string {
  if (count === 0) return 'It has no public videos. Any others move to Uncategorized.'
  return `${count === 1 ? 'Its public video moves' : `Its ${count} public videos move`} to Uncategorized, along with any others.`
}
