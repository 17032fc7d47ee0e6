import { Link2, RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import type { VideoList } from '#contract/schemas/videos/lists'
import { listMessages } from '#contract/values/videos/lists'
import { useSiteOrigin } from '#web/entities/settings/settings-query'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { copy } from '#web/ui/copy-button.tsx'
import { errorToast, toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useRenewListLink, useUpdateList } from './mutations'

/** Opens a list to everyone with its link, and closes it again. */
export function ShareListDialog({ list, onClose }: { list: VideoList; onClose: () => void }) {
  const { mutate: update, isPending, variables } = useUpdateList(list.id)
  const { linkKey } = list
  const isShared = isPending ? variables.isShared === true : linkKey !== null

  function toggle() {
    if (isPending) return
    update({ isShared: !isShared }, { onError: (error) => errorToast("Couldn't change the list", error) })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Share list"
      description={<span className="wrap-anywhere">{list.name}</span>}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-4 pt-2">
        <Switch
          label="Share by link"
          help={
            list.isClosed
              ? listMessages.closed
              : "Anyone with the link can see the list's name and its public videos, but not your name."
          }
          checked={isShared}
          // Not disabled while it works, which would drop the focus.
          disabled={list.isClosed}
          onChange={toggle}
        />
        {linkKey === null ? null : <Shared id={list.id} linkKey={linkKey} />}
      </div>
    </Dialog>
  )
}

function Shared({ id, linkKey }: { id: number; linkKey: string }) {
  const { mutate: renew, isPending } = useRenewListLink(id)
  const field = useRef<HTMLInputElement>(null)
  const address = useSiteOrigin() + paths.sharedList(linkKey)
  return (
    <>
      <Field label="Link to this list">
        <Input ref={field} readOnly value={address} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => void copy(address, 'Link copied')}>
          <Link2 aria-hidden="true" className="size-4" />
          Copy link
        </Button>
        <Button
          busy={isPending}
          onClick={() =>
            renew(linkKey, {
              onSuccess: () =>
                toast({ title: 'New link created', description: 'The previous link no longer works.' }),
              onError: (error) => errorToast("Couldn't create a new link", error),
            })
          }
        >
          {isPending ? null : <RefreshCw aria-hidden="true" className="size-4" />}
          New link
        </Button>
      </div>
      <p className="text-faint text-meta">Creating a new link disables the old one.</p>
    </>
  )
}
