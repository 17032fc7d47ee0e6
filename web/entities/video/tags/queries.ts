import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { tagSlug, tagSuggestions } from '#contract/values/videos/tags'
import { call, callUnlessMissing, client } from '#web/lib/api'
import { readBoot } from '#web/lib/first-screen/boot'
import { key } from '#web/lib/query/keys'

const staleTime = 60_000

/**
 * Queries a tag by the slug in an address; null where there is no page. Reads the worker's data in the HTML
 * itself, since most pages show no tag.
 */
export function tagQuery(slug: string) {
  return queryOptions({
    queryKey: key('videos', 'tag', slug),
    queryFn: ({ signal }) =>
      callUnlessMissing(client.api.tags[':slug'].$get({ param: { slug } }, { init: { signal } })),
    initialData: () => {
      const known = readBoot()?.tag
      return known?.slug === slug ? known.found : undefined
    },
    initialDataUpdatedAt: performance.timeOrigin,
    staleTime,
  })
}

/** Queries tags that begin with the typed text. */
export function suggestedTagsQuery(typed: string) {
  const q = tagSlug(typed)
  return queryOptions({
    queryKey: key('videos', 'suggested tags', q),
    queryFn: ({ signal }) => call(client.api.tags.$get({ query: { q } }, { init: { signal } })),
    enabled: [...q].length >= tagSuggestions.after,
    placeholderData: keepPreviousData,
    staleTime,
  })
}
