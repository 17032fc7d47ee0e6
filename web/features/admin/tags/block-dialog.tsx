import type { AdminTag } from '#contract/schemas/videos/tags'
import { formatCount } from '#web/lib/format-count'
import { paths } from '#web/lib/navigation/paths'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useBlockTag } from './mutations'

export function BlockDialog({ tag, onClose }: { tag: AdminTag; onClose: () => void }) {
  const { slug, name, videoCount } = tag
  const { mutate, isPending } = useBlockTag()
  return (
    <ConfirmDialog
      title={`Block “${name}”?`}
      description="No one can use it until you unblock it."
      act={['Block', 'Blocking...']}
      destructive
      busy={isPending}
      onConfirm={() => mutate(tag, { onSettled: onClose })}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-dim marker:text-faint">
        <li>{removedFrom(videoCount)}</li>
        <li className="wrap-anywhere">{paths.tag(slug)} is gone at once.</li>
      </ul>
    </ConfirmDialog>
  )
}

function removedFrom(count: number): string {
  if (count === 0) return 'No public video has it.'
  const videos = count === 1 ? 'its public video' : `its ${formatCount(count)} public videos`
  return `It is removed from ${videos}. Unblocking doesn't put it back.`
}
