import { useInfiniteQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import type { User } from '#contract/schemas/accounts/auth'
import { type SavedOrder, savedOrders } from '#contract/values/videos/library'
import { VideoLineSkeletons } from '#web/entities/video/card/video-line.tsx'
import { NoVideosYet } from '#web/entities/video/no-videos-yet.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { savedQuery } from './queries'
import { SavedList } from './saved-list'

const orderNames: Record<SavedOrder, string> = {
  own: 'My order',
  newest: 'Newest first',
  oldest: 'Oldest first',
}

/** Shows the account's saved videos. */
export function SavedPanel({ user }: { user: User }) {
  const [order, setOrder] = useState<SavedOrder>('own')
  const query = useInfiniteQuery(savedQuery(order))
  const region = useRef<HTMLElement>(null)

  return (
    <section ref={region} tabIndex={-1} aria-label="Saved videos" className="grid gap-6">
      <Field label="Order" className="w-full max-w-56">
        <Select
          value={order}
          onChange={(event) => setOrder(savedOrders.find((each) => each === event.target.value) ?? 'own')}
        >
          {savedOrders.map((each) => (
            <option key={each} value={each}>
              {orderNames[each]}
            </option>
          ))}
        </Select>
      </Field>
      <PagedList
        query={query}
        skeleton={<VideoLineSkeletons label="Loading your saved videos" />}
        empty={
          <NoVideosYet icon={<Bookmark />} title="Nothing saved yet" text="Videos you save appear here." />
        }
      >
        {(kept) => (
          <SavedList
            account={user.id}
            kept={kept}
            order={order}
            isWhole={!query.hasNextPage}
            region={region}
          />
        )}
      </PagedList>
    </section>
  )
}
