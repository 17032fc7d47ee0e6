import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CommentBlock } from '#contract/schemas/videos/comments'
import { call, client } from '#web/lib/api'
import { takeFocus } from '#web/lib/dom/take-focus'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { errorToast, toast } from '#web/ui/feedback/toast'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { Ago } from '#web/ui/text/ago.tsx'

const blocksQuery = pagedQuery<CommentBlock>(key('account', 'comment blocks'), (query, options) =>
  client.api.account['comment-blocks'].$get({ query }, options),
)

/** Lists the people blocked from commenting on the account's videos, each with a way to unblock them. */
export function BlockedCommenters() {
  const query = useInfiniteQuery(blocksQuery)
  const region = useRef<HTMLDivElement>(null)
  return (
    <div ref={region} tabIndex={-1}>
      <PagedList
        query={query}
        skeleton={<Skeleton className="h-11 rounded-nav" />}
        empty={
          <p className="text-dim">
            No one yet. To block someone, open the menu of their comment on one of your videos.
          </p>
        }
      >
        {(blocked) => (
          <ul className="grid gap-2">
            {blocked.map((each) => (
              <li key={each.id}>
                <Blocked person={each} onGone={(button) => takeFocus(region.current, button)} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}

interface BlockedProps {
  person: CommentBlock
  onGone: (button: HTMLElement | null) => void
}

function Blocked({ person: { id, username, blockedAt }, onGone }: BlockedProps) {
  const queryClient = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call<unknown>(client.api.account['comment-blocks'][':id'].$delete({ param: { id: String(id) } })),
    onSuccess: async () => {
      toast({ title: `${username} can comment again` })
      await queryClient.invalidateQueries({ queryKey: key('account', 'comment blocks') })
      onGone(button.current)
    },
    onError: (error) => errorToast("Couldn't unblock", error),
  })
  return (
    <div className="flex items-center justify-between gap-4">
      <p className="grid min-w-0">
        <span className="truncate font-medium">{username}</span>
        <span className="text-faint text-meta">
          Blocked <Ago at={blockedAt} />
        </span>
      </p>
      <Button ref={button} busy={isPending} aria-label={`Unblock ${username}`} onClick={() => mutate()}>
        Unblock
      </Button>
    </div>
  )
}
