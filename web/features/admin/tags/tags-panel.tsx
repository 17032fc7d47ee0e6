import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminTag } from '#contract/schemas/videos/tags'
import { tagFilters } from '#contract/values/videos/tags'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { adminParams } from '#web/lib/navigation/admin-paths'
import { Button } from '#web/ui/button.tsx'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useFailedTo } from '#web/ui/feedback/failed-to'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useUnblockTag, useUnmergeTag } from './mutations'
import { type TagSearch, tagsQuery } from './queries'
import { type TagAct, tagColumns } from './tag-columns'
import { TagSearchForm } from './tag-search-form'

const BlockDialog = lazyDialog(() => import('./block-dialog'), 'BlockDialog')
const MergeDialog = lazyDialog(() => import('./merge-dialog'), 'MergeDialog')

/** Renders the Tags tab. Search, filter and page are in the address. */
export function TagsPanel() {
  const [params, setParams] = useSearchParams()
  const search: TagSearch = {
    // Not `q`, which the header's search shows.
    q: params.get('find') ?? '',
    filter: tagFilters.find((each) => each === params.get('filter')) ?? 'all',
  }
  const query = useInfiniteQuery({
    ...tagsQuery(search, params.get('after')),
    placeholderData: keepPreviousData,
  })
  useFailedTo('load tags', query.isError ? query.error : null)
  const [asked, setAsked] = useState<{ tag: AdminTag; act: TagAct } | null>(null)
  const unblock = useUnblockTag()
  const unmerge = useUnmergeTag()
  const panel = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(asked !== null || unblock.isPending || unmerge.isPending, panel)
  const isNarrowed = search.q !== '' || search.filter !== 'all'

  function look({ q, filter }: TagSearch) {
    setParams(adminParams('tags', { ...(q && { find: q }), ...(filter !== 'all' && { filter }) }))
  }

  function showAll() {
    look({ q: '', filter: 'all' })
    // The button is removed with the empty list.
    panel.current?.focus()
  }

  const columns = tagColumns((tag, act) => {
    rememberOpener()
    if (act === 'unblock') unblock.mutate(tag)
    else if (act === 'unmerge') unmerge.mutate(tag)
    else setAsked({ tag, act })
  })
  const dialog = asked && { tag: asked.tag, onClose: () => setAsked(null) }
  return (
    <section ref={panel} tabIndex={-1} aria-label="Tags" className="grid scroll-mt-20 grid-cols-1 gap-5">
      <TagSearchForm search={search} onSearch={look} />
      <PagedList
        query={query}
        region={panel}
        skeleton={<CardSkeletons label="Loading tags" className="h-28 md:h-14" />}
        empty={
          <EmptyState
            icon={<Tags />}
            title={isNarrowed ? 'No tag found' : 'No tags yet'}
            text={
              isNarrowed
                ? 'Enter the start of a tag, or try a different filter.'
                : 'Tags that uploaders give their videos will appear here.'
            }
            action={isNarrowed ? <Button onClick={showAll}>Show all tags</Button> : null}
          />
        }
      >
        {(tags) => <DataTable label="Tags" columns={columns} rows={tags} rowKey={({ slug }) => slug} />}
      </PagedList>
      <Suspense>
        {dialog && asked.act === 'block' ? <BlockDialog {...dialog} /> : null}
        {dialog && asked.act === 'merge' ? <MergeDialog {...dialog} /> : null}
      </Suspense>
    </section>
  )
}
