import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ListChoice } from '#contract/schemas/videos/lists'
import type { Video } from '#contract/schemas/videos/video'
import { listsForQuery } from '#web/entities/list/list-queries'
import { useSaved } from '#web/entities/video/saved/use-saved'
import { Button } from '#web/ui/button.tsx'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { FieldError } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { countLabel } from './count-label'
import { useChooseList, useCreateList } from './mutations'
import { NameField, useNameForm } from './name-field'

/** Chooses in which of the account's lists a video is, Saved among them, and makes new ones. */
export function SaveToDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const { data: lists, error, refetch } = useQuery(listsForQuery(video.id))
  const { saved, toggle } = useSaved(video)
  const { mutate: choose } = useChooseList(video)
  const [made, setMade] = useState<readonly string[]>([])
  const [isTyped, setTyped] = useState(false)
  return (
    <Dialog
      open
      persistent={isTyped}
      onOpenChange={(open) => open || onClose()}
      title="Save to…"
      description={<span className="wrap-anywhere line-clamp-2">{video.title}</span>}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <fieldset className="grid grid-cols-1">
        <legend className="sr-only">Lists</legend>
        <Checkbox label={<span className="text-text">Saved</span>} checked={saved} onChange={toggle} />
        {error && !lists ? (
          <LoadError error={error} onRetry={refetch} />
        ) : lists ? (
          lists.map((list) => (
            <Checkbox
              key={list.id}
              label={<Choice list={list} />}
              checked={list.holds}
              onChange={() => choose({ id: list.id, holds: !list.holds })}
            />
          ))
        ) : (
          <CardSkeletons label="Loading your lists" className="h-11" />
        )}
      </fieldset>
      {/* The key empties the form once its list is made. */}
      <NewList
        key={made.length}
        video={video}
        isAgain={made.length > 0}
        onTyped={setTyped}
        onMade={(name) => {
          setTyped(false)
          setMade([...made, name])
        }}
      />
      <p role="status" className="sr-only">
        {made.length > 0 ? `Added to ${made.at(-1)}` : ''}
      </p>
    </Dialog>
  )
}

function Choice({ list: { name, count, linkKey } }: { list: ListChoice }) {
  return (
    <>
      <span className="wrap-anywhere text-text">{name}</span>
      <span className="block text-faint text-meta tabular-nums">
        {countLabel(count)}
        {linkKey === null ? '' : ' · Shared by link'}
      </span>
    </>
  )
}

interface NewListProps {
  video: Video
  /** It follows the form of a list just made, and takes over its focus. */
  isAgain: boolean
  onTyped: (isTyped: boolean) => void
  onMade: (name: string) => void
}

function NewList({ video, isAgain, onTyped, onMade }: NewListProps) {
  const { mutate: create, isPending } = useCreateList(video)
  const form = useNameForm('', (name) =>
    create(name, { onSuccess: () => onMade(name), onError: (error) => form.refuse(error) }),
  )
  const { ref } = form
  const { value } = form.field('name')

  useEffect(() => {
    if (isAgain) ref.current?.querySelector('input')?.focus()
  }, [isAgain, ref])

  // Typed text must not be lost by a press beside the dialog.
  useEffect(() => onTyped(value !== ''), [value, onTyped])

  return (
    <form ref={ref} noValidate onSubmit={form.onSubmit} className="mt-2 grid gap-3 border-line border-t pt-4">
      <NameField form={form} label="New list" />
      <div role="alert">
        <FieldError id="new-list-error">{form.failure ?? undefined}</FieldError>
      </div>
      <Button type="submit" busy={isPending} className="justify-self-start">
        Create list
      </Button>
    </form>
  )
}
